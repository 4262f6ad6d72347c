/** Reads what the exchange stores of a customer, for tests through the gateway. */
import { userId } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import type { Customer, GatewayWorld } from './gateway-world.ts';

/** Returns the entries of the customer's security log, newest first. */
export async function listActions(world: GatewayWorld, customer: Pick<Customer, 'userId'>) {
  const page = { startIndex: 0, limit: 100 };
  const entries = await world.services.accounts.securityLog.list(userId(customer.userId), page);
  return entries.map(({ action }) => action);
}

/** Returns the status that a session gets: 200 while it is valid, 401 afterwards. */
export async function readStatus(world: GatewayWorld, token: unknown): Promise<number> {
  return (await world.call('GetUserInfo', {}, { aptoken: String(token) })).status;
}

/** Returns when the customer last changed what they sign in or confirm with; null for never. */
export function readChangedAt(
  world: GatewayWorld,
  customer: Pick<Customer, 'userId'>,
): Promise<Millis | null> {
  const { records } = world.services.accounts.users;
  return records.findCredentialsChangedAt(world.database, userId(customer.userId));
}
