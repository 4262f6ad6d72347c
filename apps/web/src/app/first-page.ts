/** What the first draw of a visit waits for. */
import type { createRouter } from './router.tsx';
import { takeFirstAnswers } from './store.ts';
import type { AppStore } from './store.ts';

type Router = ReturnType<typeof createRouter>;

/** After so long something is drawn in place of what is missing. */
const patienceMs = 200;

/**
 * Resolves once the first page's code and its first answers are there, which is what a customer sees then; or after a
 * moment, when what stands in for them is drawn first.
 */
export function firstPageReady(router: Router, store: AppStore): Promise<unknown> {
  const whole = codeLoaded(router).then(() => takeFirstAnswers(store));
  return Promise.race([whole, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

function codeLoaded(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
