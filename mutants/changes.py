"""What may be changed in a source file: each place where one small change makes another rule of it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}
OPERATORS: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.FloorDiv(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.Mult(),
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}

#: What is left alone with all that is in it: text for people, and what is for checkers of types.
LEFT_ALONE = (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)

#: Arguments that decide nothing: the size of a cache, and that two sequences must have one length.
NO_RULES = ("maxsize", "strict")


class Change(NamedTuple):
    """A change of the text of a file, from the byte `start` to before the byte `end`; `statement` is the line in
    which the statement of the changed line begins."""

    statement: int
    line: int
    start: int
    end: int
    before: str
    after: str

    def of(self, source: str) -> str:
        """The source of a file with this change."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()

    def __str__(self) -> str:
        return f"{' '.join(self.before.split())} → {self.after}"


def changes(source: str) -> list[Change]:
    """Every change of a file, in the order of its text."""
    tree = ast.parse(source)
    starts = [0, *accumulate(len(line) for line in source.encode().splitlines(keepends=True))]
    spared = {id(inner) for node in ast.walk(tree) for top in _spared(node) for inner in ast.walk(top)}
    statements = {
        id(inner): node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt) for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) not in spared:
            for old, after in _replacements(node):
                start, end = _place(starts, old)
                before = source.encode()[start:end].decode()
                found.append(Change(statements[id(old)], old.lineno, start, end, before, after))
    return sorted(found, key=lambda each: each[1:])


def _place(starts: list[int], node: ast.expr | ast.stmt) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def _spared(node: ast.AST) -> Iterator[ast.AST]:
    """What is left alone at a node, with all that is in it."""
    if isinstance(node, LEFT_ALONE):
        yield node
    if isinstance(node, ast.ClassDef):
        yield from node.keywords  # frozen=True of a record is no rule
    if isinstance(node, ast.keyword) and node.arg in NO_RULES:
        yield node
    for name in ("annotation", "returns"):
        if isinstance(types := getattr(node, name, None), ast.AST):
            yield types


def _replacements(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Which part of a node is replaced, and by what."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield node, _with(node, ops=[*ops[:at], COMPARISONS[type(op)], *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield node, _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield node, _with(node, op=OPERATORS[type(op)])
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
        case ast.Name(id=name) if name in FUNCTIONS:
            yield node, FUNCTIONS[name]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not isinstance(test, (ast.Compare, ast.UnaryOp)):  # those are turned round as such
                yield test, f"(not ({ast.unparse(test)}))"
        case ast.comprehension(ifs=[test, *_]) if not isinstance(test, (ast.Compare, ast.UnaryOp)):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(value=ast.Call()):
            yield node, "pass"


def _with(node: ast.expr, **fields: object) -> str:
    """The text of an expression that has other fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return f"({ast.unparse(other)})"
