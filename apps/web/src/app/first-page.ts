/** What the first draw of a visit waits for. */
import type { createRouter } from './router.tsx';
import { takeFirstAnswers } from '../store/store.ts';
import type { AppStore } from '../store/store.ts';

type Router = Pick<ReturnType<typeof createRouter>, 'state' | 'subscribe'>;

/** After so long a page is drawn with something in place of the answers that are missing. */
const patienceMs = 200;

/**
 * Resolves once the first page's code is there, and its first answers unless they take long.
 *
 * The code is waited for however long it takes: the first draw goes on in pieces, and a router that told in between that
 * the code has arrived would not be heard.
 */
export async function firstPageReady(router: Router, store: AppStore): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await codeLoaded(router);
  await Promise.race([takeFirstAnswers(store), patience]);
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
