import { QueryStatus } from '@reduxjs/toolkit/query/react';
import type { AppStore } from '../store/store.ts';
import { api } from '../api/api.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import type { AccountPage } from '../api/records/page.ts';
import type { Position } from '../api/records/position.ts';
import type { Ticket } from '../api/records/ticket.ts';

/** A page of tickets, newest first, of one product or of all. */
export type TicketPage = AccountPage & { readonly productId?: number };

/** The endpoints whose cached answers can be changed in place, with their arguments. */
type Endpoints = {
  readonly getLevel1Summary: { readonly answer: MarketPrice[]; readonly question: undefined };
  readonly getAccountPositions: {
    readonly answer: Position[];
    readonly question: { readonly accountId: number };
  };
  readonly getDepositTickets: { readonly answer: Ticket[]; readonly question: TicketPage };
  readonly getWithdrawTickets: { readonly answer: Ticket[]; readonly question: TicketPage };
};

/**
 * Changes every cached answer of an endpoint, on screen or not.
 *
 * The endpoint is named by text: its code is loaded with the pages that use it, and there is nothing to change before.
 *
 * @param change  changes a draft of the answer to `question`
 * @returns false, with nothing done, while one of the answers is in progress: it may be older than the change, which
 * must be applied after it
 */
export function changeCached<Name extends keyof Endpoints>(
  store: Pick<AppStore, 'getState' | 'dispatch'>,
  endpoint: Name,
  change: (answer: Endpoints[Name]['answer'], question: Endpoints[Name]['question']) => void,
): boolean {
  const entries = Object.values(store.getState().api.queries).filter((one) => one?.endpointName === endpoint);
  if (entries.some((entry) => entry?.status === QueryStatus.pending)) return false;
  for (const entry of entries) {
    if (entry?.data === undefined) continue;
    const question = entry.originalArgs as Endpoints[Name]['question'];
    const recipe = (answer: Endpoints[Name]['answer']) => change(answer, question);
    // The type of the API has an endpoint only where its code is imported.
    store.dispatch(api.util.updateQueryData(endpoint as never, question as never, recipe as never));
  }
  return true;
}
