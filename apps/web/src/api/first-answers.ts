/**
 * The calls that `boot.js` started before the app's code had arrived. The first matching request of the app takes over
 * the answer instead of sending its own.
 */

/** A call in progress. */
type FirstAnswer = {
  /** The endpoint in the store, and its argument. */
  readonly endpoint: string;
  readonly arg?: unknown;
  readonly path: string;
  readonly body: string;
  readonly token: string;
  /** When the call was sent, in milliseconds of `performance.now()`. */
  readonly at: number;
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
};

declare global {
  interface Window {
    salarFirstAnswers?: FirstAnswer[];
  }
}

/** An answer that no request has taken over by then is stale. */
const keptMs = 30_000;

/** Lists the calls in progress that no request has taken over yet. */
export function listFirstCalls(): readonly Pick<FirstAnswer, 'endpoint' | 'arg'>[] {
  return [...(window.salarFirstAnswers ?? [])];
}

/**
 * Takes over a matching call that is already in progress. Each call can be taken once.
 *
 * @param token  the token of the requesting session; answers to another session never match
 * @returns a replacement for `fetch`, or undefined when no call matches
 */
export function takeFirstAnswer(
  path: string,
  body: string | undefined,
  token: string | null,
): typeof fetch | undefined {
  const waiting = window.salarFirstAnswers ?? [];
  const taken = waiting.findIndex((one) => one.path === path && one.body === body && one.token === token);
  if (taken < 0) return undefined;
  const [{ at, answer, controller }] = waiting.splice(taken, 1) as [FirstAnswer];
  if (performance.now() - at > keptMs) return undefined;
  return (_, init) => {
    init?.signal?.addEventListener('abort', () => controller.abort());
    return answer;
  };
}
