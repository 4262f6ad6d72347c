/**
 * Gives pages access to the one live connection of this tab.
 *
 * The code of the connection is loaded when it is first needed and the browser is idle. Until then, and without it,
 * pages poll.
 */
import { createContext, useContext, useEffect } from 'react';
import type { Listener, SubscribeName } from '@salar/client/live-socket-options';
import { selectSessionToken } from '../session/session-slice.ts';
import type { AppStore } from '../store/store.ts';
import type { LiveConnection } from './live-connection.ts';

export class Live {
  readonly #load: () => Promise<LiveConnection>;
  #connection: Promise<LiveConnection> | null = null;

  constructor(load: () => Promise<LiveConnection>) {
    this.#load = load;
  }

  /** Connects, if anything needs the connection. */
  open(): void {
    this.#use(() => nothing);
  }

  /**
   * Subscribes to a stream of the exchange: the current state, then its changes, and the state again after an
   * interruption.
   *
   * @param payload  includes `OMSId`
   * @returns a function that unsubscribes
   */
  listen(name: SubscribeName, payload: object, listener: Listener): () => void {
    return this.#use((connection) => connection.listen(name, payload, listener));
  }

  /** Keeps the prices of these instruments current in the market summary. @returns a function that stops it */
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
      // The code could not be loaded: the next subscription tries again.
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

/** Creates the live connection for this page's store. It opens automatically when a customer is signed in. */
export function startLive(store: AppStore): Live {
  const live = new Live(async () => {
    await waitUntilIdle();
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

/** Without a provider no events arrive, as in tests of single pages. */
export const LiveContext = createContext(new Live(() => new Promise(nothing)));

export function useLive(): Live {
  return useContext(LiveContext);
}

/** Keeps the prices of these instruments current while the component is mounted. */
export function useLivePrices(instrumentIds: readonly number[]): void {
  const live = useLive();
  const key = instrumentIds.join();
  useEffect(() => (key === '' ? undefined : live.watchPrices(key.split(',').map(Number))), [live, key]);
}

const pageMs = 400;
const latestMs = 2000;

/** Waits until the page has rendered and the browser is idle. */
function waitUntilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: latestMs });
      else resolve(undefined);
    }, pageMs);
  });
}

function nothing(): void {}
