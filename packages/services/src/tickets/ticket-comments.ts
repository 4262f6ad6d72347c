/** What customers say about their deposits and withdrawals. */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listTicketComments, insertComment } from '@salar/store/tables/tickets/ticket-comments';
import type { TicketComment } from '@salar/store/tables/tickets/ticket-comments';

export type { TicketComment } from '@salar/store/tables/tickets/ticket-comments';

export const commentLengthMax = 500;
/** For one ticket. */
const commentsMax = 20;

export class TicketComments {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(options: { readonly database: Database; readonly now: () => number }) {
    this.#database = options.database;
    this.#now = options.now;
  }

  /** Of each ticket by its request code, oldest first; a ticket without comments is not in it. */
  async listByTicket(
    requestCodes: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TicketComment[]>> {
    const byTicket = new Map<string, TicketComment[]>();
    if (requestCodes.length === 0) return byTicket;
    for (const comment of await listTicketComments(this.#database, requestCodes)) {
      const ofTicket = byTicket.get(comment.requestCode);
      if (ofTicket) ofTicket.push(comment);
      else byTicket.set(comment.requestCode, [comment]);
    }
    return byTicket;
  }

  /**
   * Adds to a ticket that is the user's own: that is for the caller to know.
   *
   * @returns the number of the comment
   */
  async add(comment: {
    readonly requestCode: string;
    readonly userId: UserId;
    readonly text: string;
  }): Promise<Result<number, 'too_many_comments'>> {
    const entry = { ...comment, at: millis(this.#now()) };
    const commentId = await this.#database.transaction((tx) => insertComment(tx, entry, commentsMax));
    return commentId === null ? refuse('too_many_comments') : accept(commentId);
  }
}
