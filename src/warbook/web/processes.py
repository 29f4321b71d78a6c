"""Processes: how a server speaks with those that it started, which think and judge, through their pipes."""

from __future__ import annotations

from asyncio.subprocess import Process


async def send(process: Process, data: bytes) -> None:
    """Write to a process.  Raises `EOFError` where it has ended already, and `OSError` where it ends over it."""
    assert process.stdin is not None
    try:
        process.stdin.write(data)
    except RuntimeError as fault:  # uvloop has closed the pipe to it
        raise EOFError from fault
    await process.stdin.drain()


async def receive(process: Process, length: int) -> bytes:
    """What a process says next, after its size in so many bytes.  Raises `EOFError` where it has ended."""
    assert process.stdout is not None
    size = int.from_bytes(await process.stdout.readexactly(length), "big")
    return await process.stdout.readexactly(size)
