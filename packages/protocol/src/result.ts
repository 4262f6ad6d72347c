/** An expected refusal is a value, never an exception: `refusal` is a code from a closed union. */
export type Result<T, R extends string> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<R extends string>(refusal: R): { readonly ok: false; readonly refusal: R } {
  return { ok: false, refusal };
}

/** Thrown for a broken invariant. Nothing may catch it in order to continue: the writer stops. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Checks an invariant, stated as a sentence that helps the engineer on call at three in the morning. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}

/** Ends a `switch` on a closed union, so that a new member is a type error here. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value ${JSON.stringify(value)}`);
}
