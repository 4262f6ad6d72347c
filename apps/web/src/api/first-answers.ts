/**
 * What `boot.js` asked for before the app's code had arrived. The first who asks the same takes the answer, as if it had
 * asked by itself.
 */

/** A call that is on its way. */
type FirstAnswer = {
  /** The endpoint of the store, and what it is asked with. */
  readonly endpoint: string;
  readonly arg?: unknown;
  readonly path: string;
  readonly body: string;
  readonly token: string;
  /** When it was asked, on the page's steady clock. */
  readonly at: number;
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
};

declare global {
  interface Window {
    salarFirstAnswers?: FirstAnswer[];
  }
}

/** What nobody asked for by then is out of date. */
const keptMs = 30_000;

/** What is on its way and was not asked for yet. */
export function listFirstCalls(): readonly Pick<FirstAnswer, 'endpoint' | 'arg'>[] {
  return [...(window.salarFirstAnswers ?? [])];
}

/**
 * Takes the call that is on its way already, once.
 *
 * @param token  of the session that asks; an answer for another one is not theirs
 * @returns to be used in place of `fetch`; undefined when there is none
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
