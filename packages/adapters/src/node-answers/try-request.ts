/** Requests whose answer a stranger may have made too long to be received. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';

/** Stands for an answer that the node did not return, although it returns others. */
export const unread = Symbol('unread');

/**
 * Makes a request whose answer may be missing.
 *
 * @param checkNode  any other request: a node that does not answer at all says nothing about the first one
 * @throws ChainUnavailable when the node does not answer at all
 */
export async function tryRequest<T>(
  request: () => Promise<T>,
  checkNode: () => Promise<unknown>,
): Promise<T | typeof unread> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    await checkNode();
    return unread;
  }
}
