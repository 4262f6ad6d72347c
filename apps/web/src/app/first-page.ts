/** Prepares the first render of a visit. */
import type { createRouter } from './router.tsx';
import { takeFirstAnswers } from '../store/store.ts';
import type { AppStore } from '../store/store.ts';

type Router = Pick<ReturnType<typeof createRouter>, 'state' | 'subscribe'>;

/** After this time the page renders with placeholders for the missing answers. */
const answersTimeoutMs = 200;

/**
 * Resolves once the first page's code is loaded, and its first answers unless they take long.
 *
 * The wait for the code is unlimited: the first render is interruptible, and a router that reported the loaded code
 * during it would be missed.
 */
export async function waitForFirstPage(router: Router, store: AppStore): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, answersTimeoutMs));
  await waitForCode(router);
  await Promise.race([takeFirstAnswers(store), patience]);
}

function waitForCode(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
