/** Customers' comments on their deposits and withdrawals. */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listTicketComments, insertComment } from '@salar/store/tables/tickets/ticket-comments';
import type { TicketComment } from '@salar/store/tables/tickets/ticket-comments';

export type { TicketComment } from '@salar/store/tables/tickets/ticket-comments';

export const commentLengthMax = 500;
/** The most comments on one ticket. */
const commentsMax = 20;

type TicketCommentsOptions = { readonly database: Database; readonly now: () => number };

export class TicketComments {
  readonly #options: TicketCommentsOptions;

  constructor(options: TicketCommentsOptions) {
    this.#options = options;
  }

  /** Lists comments by request code, oldest first; tickets without comments are left out. */
  async listByTicket(
    requestCodes: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TicketComment[]>> {
    const byTicket = new Map<string, TicketComment[]>();
    if (requestCodes.length === 0) return byTicket;
    for (const comment of await listTicketComments(this.#options.database, requestCodes)) {
      const comments = byTicket.get(comment.requestCode);
      if (comments) comments.push(comment);
      else byTicket.set(comment.requestCode, [comment]);
    }
    return byTicket;
  }

  /**
   * Adds a comment to a ticket; the caller must have checked that the ticket is the user's own.
   *
   * @returns the number of the comment
   */
  async add(comment: {
    readonly requestCode: string;
    readonly userId: UserId;
    readonly text: string;
  }): Promise<Result<number, 'too_many_comments'>> {
    const entry = { ...comment, at: millis(this.#options.now()) };
    const commentId = await this.#options.database.transaction((tx) => insertComment(tx, entry, commentsMax));
    return commentId === null ? refuse('too_many_comments') : accept(commentId);
  }
}
