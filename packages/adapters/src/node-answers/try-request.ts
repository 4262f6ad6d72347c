/** Requests whose answer a stranger may have made too long to be received. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { AnswerTooLong } from '../http/bounded-text.ts';

/** Stands for an answer that the node did not return, although it returns others. */
export const unread = Symbol('unread');

/** The node limits the number of our requests: that says nothing about an answer, and more requests get no further. */
export class RequestsLimited extends ChainUnavailable {}

/**
 * The most results of one block that are left out. All transactions of a block share its gas, so only a few of them have a result that is
 * too long alone; when more are missing, the node fails.
 */
const unreadMax = 16;

/**
 * Makes a request whose answer may be missing.
 *
 * @param checkNode  any other request: a node that does not answer at all says nothing about the first one
 * @throws ChainUnavailable when the node does not answer at all, or limits requests
 */
export async function tryRequest<T>(
  request: () => Promise<T>,
  checkNode: () => Promise<unknown>,
): Promise<T | typeof unread> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error instanceof RequestsLimited) throw error;
    await checkNode();
    return unread;
  }
}

/** Makes such a request once more when it fails, unless the answer is too long: what replaces it takes many requests. */
export async function tryRequestTwice<T>(
  request: () => Promise<T>,
  checkNode: () => Promise<unknown>,
): Promise<T | typeof unread> {
  return tryRequest(async () => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || error instanceof RequestsLimited) throw error;
      if (error.cause instanceof AnswerTooLong) throw error;
      return request();
    }
  }, checkNode);
}

/**
 * @param count  results of the block that the node did not return
 * @throws ChainUnavailable when there are too many of them
 */
export function refuseManyUnread(height: number, count: number): void {
  if (count > unreadMax)
    throw new ChainUnavailable(
      `the node did not return the results of more than ${unreadMax} transactions of block ${height}`,
    );
}
