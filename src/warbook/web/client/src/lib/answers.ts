// Answers to questions: where in the battle they are given, and how they are told apart and named.

import type { Asked } from "../protocol.gen";

/** Where a battle stands: so many finished steps, and so many answers of the next. */
export type At = [number, number];

/** An answer to a question, and how much had been taken back when it was chosen. */
export interface Answer {
  asked: Asked;
  answer: unknown;
  taken: number;
}

export function sameAt(one: At | undefined, other: At | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
}

/** Whether a question is for whoever sits at this screen: where several share a side, for those whom it names, and for
 * who has given no name. */
export function isFor(asked: Pick<Asked, "people">, name: string): boolean {
  const mine = name.trim().toLowerCase();
  return asked.people.length === 0 || mine === "" || asked.people.some((each) => each.toLowerCase() === mine);
}

/** An answer as a key. */
export const keyOf = (answer: unknown): string => JSON.stringify(answer);

/** An answer in words: a secret one, or one that was drawn, by its question. */
export function labelOf({ asked, answer }: Pick<Answer, "asked" | "answer">): string {
  if (asked.secret) return asked.prompt;
  return asked.options.find((option) => keyOf(option.answer) === keyOf(answer))?.label ?? asked.prompt;
}
