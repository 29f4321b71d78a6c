// Messages to the server that expect a certain reply, and what becomes of those that are only done or refused.

import type { Server } from "../protocol.gen";
import { Connection, Faulty, Unanswered, type OutgoingMessage } from "./connection.svelte";
import type { Outcome } from "./outcome";
import { t } from "./texts";

/** The question was another by then; the position that shows it is on its way. */
export class Stale extends Unanswered {}

export type Reply<T extends Server["type"]> = Extract<Server, { type: T }>;

/** The reply of the type that is wanted, or a rejection: `Stale`, `Unanswered` or `Faulty`. */
export async function askFor<T extends Server["type"]>(connection: Connection, wanted: T, message: OutgoingMessage): Promise<Reply<T>> {
  const reply = await connection.ask(message);
  if (reply.type === wanted) return reply as Reply<T>;
  if (reply.type === "refused" && reply.stale) throw new Stale(reply.reasons.join("; "));
  throw new Unanswered(reply.type === "refused" ? reply.reasons.join("; ") : "another answer came");
}

/** Whether a question was rejected because nobody answered it, or the server could not; anything else is a defect. */
export function isNoReply(why: unknown): why is Unanswered | Faulty {
  return why instanceof Unanswered || why instanceof Faulty;
}

/** Have something done, and say what became of it. */
export async function perform(connection: Connection, message: OutgoingMessage): Promise<Outcome> {
  try {
    return outcomeOf(await connection.ask(message));
  } catch (why) {
    return outcomeWithoutReply(why);
  }
}

export function outcomeOf(reply: Server): Outcome {
  if (reply.type === "refused") return { accepted: false, reasons: reply.reasons, stale: reply.stale };
  return { accepted: true };
}

export function outcomeWithoutReply(why: unknown): Outcome {
  if (why instanceof Faulty) return { accepted: false, reasons: [why.message, why.fault.todo].filter(Boolean), stale: false };
  if (why instanceof Unanswered) return { accepted: false, reasons: [why.sent ? t.line.silent : t.line.offline], stale: false };
  throw why;
}
