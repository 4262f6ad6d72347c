/** Reads what a new destination pays to: a wallet of the network in its name, or a bank account. */
import { accept, refuse } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { ChainAccess } from '../tickets/chain-access.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import { parseDestinationName } from './destination-name.ts';
import type { CreateDestination, CreateDestinationRefusal } from './destination-types.ts';
import { readAddress, readBankAccount } from './receivers.ts';

type ReadReceiver =
  | { readonly ok: true; readonly value: { readonly provider: TicketProvider; readonly identifier: string } }
  | { readonly ok: false; readonly refusal: CreateDestinationRefusal; readonly field?: string };

type ReceiverContext = {
  readonly database: Queryable;
  readonly providers: readonly TicketProvider[];
  readonly chainAccess: () => ChainAccess;
};

/** Returns the receiver's provider and its canonical identifier; a refusal names the bank field that is missing or wrong. */
export async function readReceiver(
  request: Pick<CreateDestination, 'productId' | 'name' | 'identifier'>,
  context: ReceiverContext,
): Promise<ReadReceiver> {
  const providers = context.providers.filter(({ productId }) => productId === request.productId);
  if (providers.length === 0) return refuse('product_unknown');
  const name = parseDestinationName(request.name);
  if (name === null) return refuse('name_malformed');
  return name.kind === 'bank'
    ? readBankAccount(
        request.identifier,
        providers.filter((provider) => provider.kind === 'bank'),
      )
    : readWallet(request.identifier, { ...context, providers }, name.network);
}

async function readWallet(
  identifier: string,
  { database, providers, chainAccess }: ReceiverContext,
  network: string,
): Promise<ReadReceiver> {
  const provider = providers
    .filter((one) => one.kind === 'chain')
    .find(({ displayName }) => displayName === network);
  if (provider === undefined) return refuse('network_unknown');
  const address = await readAddress(identifier, provider, { database, chainAccess: chainAccess() });
  return address.ok ? accept({ provider, identifier: address.value }) : address;
}
