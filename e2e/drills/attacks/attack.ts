/** An attack from outside, and how its outcome is judged. */
import type { Answer, Target } from './target.ts';

export type Attack = {
  /** The security rule that it tries to break, such as `G3`. */
  readonly rule: string;
  readonly tries: string;
  run(target: Target): Promise<Loot>;
};

/** The outcome of an attack: what it got, or null, and the answer. */
export type Loot = { readonly got: string | null; readonly answer: string };

const textMax = 90;

export function nothing(answer: string): Loot {
  return { got: null, answer: shorten(answer) };
}

export function loot(got: string, answer = ''): Loot {
  return { got, answer: shorten(answer) };
}

/** Judges an answer that must be a refusal. @throws when a limit of requests refused it: then the attack was not tried */
export function mustRefuse(answer: Answer): Loot {
  if (answer.status === 429) throw new Error('too many requests: the attack was not tried');
  return answer.isRefused ? nothing(answer.summary) : loot('an answer', answer.summary);
}

/** Judges several answers, each of which must be a refusal. */
export function mustRefuseAll(answers: readonly Answer[]): Loot {
  const judged = answers.map(mustRefuse);
  return judged.find(({ got }) => got !== null) ?? judged[0] ?? { got: 'no answer at all', answer: '' };
}

/** Judges answers that must have the same status and bytes. */
export function mustEqual(one: Answer, other: Answer): Loot {
  const isEqual = one.status === other.status && one.text === other.text;
  return isEqual ? nothing(one.summary) : loot('two different answers', `${one.summary} / ${other.summary}`);
}

/** Judges a condition about what the exchange did. */
export function must(isSafe: boolean, answer: string): Loot {
  return isSafe ? nothing(answer) : loot('what it tried', answer);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= textMax ? line : `${line.slice(0, textMax)}…`;
}
