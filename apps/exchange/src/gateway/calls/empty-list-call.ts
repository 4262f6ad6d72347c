import { shape } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { sessionCall } from '../call.ts';
import type { SessionCall } from '../call.ts';

/**
 * Declares a call that lists something this exchange does not have. Clients of the family request some of these lists
 * when they start.
 *
 * @param what  plural, for the API documents
 */
export function emptyListCall(
  name: string,
  what: string,
  permissions: readonly KeyPermission[] = ['Trading', 'AccountReadOnly'],
): SessionCall {
  return sessionCall({
    name,
    permissions,
    subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
    input: {},
    output: shape.list(shape.object({})),
    rate: 'read',
    about: `${what} do not exist on this exchange: always an empty list.`,
    example: { input: { OMSId: 1, AccountId: 1031 }, output: [] },
    run: () => Promise.resolve([]),
  });
}
