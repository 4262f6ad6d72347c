/**
 * Applies the account events of the exchange to the cached answers that pages show.
 *
 * Known balances and tickets are replaced in place; what an event alone cannot determine, such as the order of a list,
 * is fetched again, at most once a second.
 */
import type { AppStore } from '../store/store.ts';
import { api } from '../api/api.ts';
import { readPosition } from '../api/records/position.ts';
import type { Position } from '../api/records/position.ts';
import { readDepositTicket, readWithdrawTicket } from '../api/records/ticket.ts';
import type { Ticket } from '../api/records/ticket.ts';
import { WireRow } from '../api/wire/wire-row.ts';
import type { WireValue } from '@salar/client/lossless-json';
import { FrameThrottle } from './frame-throttle.ts';
import { changeCached } from './change-cached.ts';
import type { TicketPage } from './change-cached.ts';

type Tag = Parameters<typeof api.util.invalidateTags>[0][number];

const refetchPaceMs = 1000;
const positionsTag: Tag = { type: 'Product', id: 'positions' };
const depositsTag: Tag = { type: 'WithdrawTickets', id: 'deposits' };
const withdrawalsTag: Tag = { type: 'WithdrawTickets', id: 'withdrawals' };
/** The tags of everything that account events cover. */
const accountTags: readonly Tag[] = ['User', 'OrderTickets', 'WithdrawTickets', positionsTag];

/** The tags that an event invalidates, where it does not carry the new state itself. */
const outdatedBy: Readonly<Record<string, readonly Tag[]>> = {
  OrderStateEvent: ['OrderTickets'],
  AccountInfoUpdateEvent: ['User'],
  VerificationLevelUpdateEvent: ['User'],
  MarketStateUpdate: ['Instruments'],
};

export class AccountUpdates {
  readonly #store: AppStore;
  readonly #positions = new Map<number, Position>();
  readonly #deposits = new Map<string, Ticket>();
  readonly #withdrawals = new Map<string, Ticket>();
  readonly #outdated = new Map<string, Tag>();
  readonly #writing = new FrameThrottle(() => this.#write());
  readonly #refetching = new FrameThrottle(() => this.#refetch(), refetchPaceMs);

  constructor(store: AppStore) {
    this.#store = store;
  }

  /** Invalidates everything, when any of it may have changed. */
  refresh(): void {
    this.#outdate(accountTags);
  }

  apply(name: string, payload: WireValue): void {
    if (name === 'AccountPositionEvent') {
      const position = readPosition(new WireRow(payload));
      this.#positions.set(position.productId, position);
      this.#writing.schedule();
    } else if (name === 'DepositTicketUpdateEvent') {
      this.#queueTicket(this.#deposits, readDepositTicket(new WireRow(payload)));
    } else if (name === 'WithdrawTicketUpdateEvent') {
      this.#queueTicket(this.#withdrawals, readWithdrawTicket(new WireRow(payload)));
      // The remaining limits depend on the withdrawals.
      this.#outdate([{ type: 'WithdrawTickets', id: 'limits' }]);
    } else {
      this.#outdate(outdatedBy[name] ?? []);
    }
  }

  #queueTicket(news: Map<string, Ticket>, ticket: Ticket): void {
    news.set(ticket.requestCode, ticket);
    this.#writing.schedule();
  }

  #write(): boolean {
    const isDone = [
      this.#writePositions(),
      this.#writeTickets('getDepositTickets', this.#deposits, depositsTag),
      this.#writeTickets('getWithdrawTickets', this.#withdrawals, withdrawalsTag),
    ];
    return isDone.every(Boolean);
  }

  #writePositions(): boolean {
    const news = this.#positions;
    if (news.size === 0) return true;
    const isWritten = changeCached(this.#store, 'getAccountPositions', (positions) => {
      for (const position of news.values()) {
        const known = positions.find(({ productId }) => productId === position.productId);
        if (known) Object.assign(known, position);
        else positions.push(position);
      }
    });
    if (isWritten) news.clear();
    return isWritten;
  }

  #writeTickets(
    endpoint: 'getDepositTickets' | 'getWithdrawTickets',
    news: Map<string, Ticket>,
    tag: Tag,
  ): boolean {
    if (news.size === 0) return true;
    const isWritten = changeCached(this.#store, endpoint, (tickets, page) => {
      for (const ticket of news.values()) {
        const index = tickets.findIndex(({ requestCode }) => requestCode === ticket.requestCode);
        if (index !== -1) tickets[index] = ticket;
        else if (isMissing(ticket, tickets, page)) this.#outdate([tag]);
      }
    });
    if (isWritten) news.clear();
    return isWritten;
  }

  #outdate(tags: readonly Tag[]): void {
    if (tags.length === 0) return;
    for (const tag of tags) this.#outdated.set(JSON.stringify(tag), tag);
    this.#refetching.schedule();
  }

  #refetch(): boolean {
    const tags = [...this.#outdated.values()];
    this.#outdated.clear();
    this.#store.dispatch(api.util.invalidateTags(tags));
    return true;
  }
}

/** True when the ticket belongs into this list, which is sorted newest first, and is missing. */
function isMissing(ticket: Ticket, tickets: readonly Ticket[], page: TicketPage): boolean {
  if (page.productId !== undefined && page.productId !== ticket.productId) return false;
  const oldest = tickets.at(-1);
  return oldest === undefined || tickets.length < page.limit || ticket.createdAt > oldest.createdAt;
}
