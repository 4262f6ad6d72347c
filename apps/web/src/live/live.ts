/**
 * The door to the one live connection of this tab.
 *
 * The code of the connection arrives when it is first needed and the browser has time for it. Until then, and without
 * it, pages ask from time to time.
 */
import { createContext, useContext, useEffect } from 'react';
import type { Listener, SubscribeName } from '@salar/client/live-socket';
import { selectSessionToken } from '../session/session-slice.ts';
import type { AppStore } from '../store/store.ts';
import type { LiveConnection } from './live-connection.ts';

export class Live {
  readonly #load: () => Promise<LiveConnection>;
  #connection: Promise<LiveConnection> | null = null;

  constructor(load: () => Promise<LiveConnection>) {
    this.#load = load;
  }

  /** Connects, if anything is to be heard. */
  open(): void {
    this.#use(() => nothing);
  }

  /**
   * Listens to a subscription of the exchange: its state of now, then its changes; the state again after an
   * interruption.
   *
   * @param payload  with `OMSId`
   * @returns ends it
   */
  listen(name: SubscribeName, payload: object, listener: Listener): () => void {
    return this.#use((connection) => connection.listen(name, payload, listener));
  }

  /** Keeps the prices of these instruments new in the market summary. @returns ends it */
  watchPrices(instrumentIds: readonly number[]): () => void {
    return this.#use((connection) => connection.watchPrices(instrumentIds));
  }

  #use(begin: (connection: LiveConnection) => () => void): () => void {
    let isOver = false;
    let end = nothing;
    this.#connection ??= this.#load();
    this.#connection.then(
      (connection) => {
        if (!isOver) end = begin(connection);
      },
      // The code could not be loaded: the next one who needs it tries again.
      () => {
        this.#connection = null;
      },
    );
    return () => {
      isOver = true;
      end();
    };
  }
}

/** The door for this page's store. It opens by itself when somebody is signed in. */
export function startLive(store: AppStore): Live {
  const live = new Live(async () => {
    await timeToSpare();
    const { LiveConnection } = await import('./live-connection.ts');
    return new LiveConnection({ store });
  });
  const openWhenSignedIn = () => {
    if (selectSessionToken(store.getState()) === null) return;
    unsubscribe();
    live.open();
  };
  const unsubscribe = store.subscribe(openWhenSignedIn);
  openWhenSignedIn();
  return live;
}

/** Without a provider nothing is heard, as in tests of single pages. */
export const LiveContext = createContext(new Live(() => new Promise(nothing)));

export function useLive(): Live {
  return useContext(LiveContext);
}

/** Keeps the prices of these instruments new while the component is shown. */
export function useLivePrices(instrumentIds: readonly number[]): void {
  const live = useLive();
  const key = instrumentIds.join();
  useEffect(() => (key === '' ? undefined : live.watchPrices(key.split(',').map(Number))), [live, key]);
}

const pageMs = 400;
const latestMs = 2000;

/** The page comes first. */
function timeToSpare(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: latestMs });
      else resolve(undefined);
    }, pageMs);
  });
}

function nothing(): void {}
