import { productId } from '@salar/protocol';
import { booleanField, id, required, shape } from '@salar/protocol/wire';
import type { InputOf } from '@salar/protocol/wire';
import type { DepositAddressRefusal } from '@salar/services';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';

const { boolean, integer, nullable, object, text } = shape;

const shared = {
  permissions: ['Deposit'],
  subject: { AccountId: 'ownAccount' },
  output: object({
    AssetManagerId: integer,
    AccountId: integer,
    AssetId: integer,
    ProviderId: integer,
    DepositInfo: text,
    result: boolean,
    errormsg: nullable(text),
    statuscode: integer,
  }),
  rate: 'tickets',
} as const;
const provided = { ProductId: required(id()), AccountProviderId: id() };
const output = {
  AccountId: 1031,
  AssetId: 3,
  ProviderId: 2,
  DepositInfo: '["0x71C7..."]',
  result: true,
  statuscode: 0,
};

export const getDepositInfo = sessionCall({
  ...shared,
  name: 'GetDepositInfo',
  input: { ...provided, GenerateNewKey: booleanField() },
  about:
    'The deposit address of the account for a product on one network: JSON text of a list with one address, the newest. Creates the first address when there is none. Deposits to older addresses are still credited.',
  example: {
    input: { OMSId: 1, AccountId: 1031, ProductId: 3, AccountProviderId: 2, GenerateNewKey: false },
    output,
  },
  run: (context, { GenerateNewKey, ...requested }) =>
    depositInfo(context, requested, GenerateNewKey ?? false),
});

export const getNewDepositAddress = sessionCall({
  ...shared,
  name: 'GetNewDepositAddress',
  input: provided,
  about: 'GetDepositInfo with a new address.',
  example: { input: { OMSId: 1, AccountId: 1031, ProductId: 3, AccountProviderId: 2 }, output },
  run: (context, requested) => depositInfo(context, requested, true),
});

async function depositInfo(
  { services, accountId }: SessionContext,
  { ProductId, AccountProviderId }: InputOf<typeof provided>,
  generateNew: boolean,
) {
  const address = await services.transfers.deposits.getAddress({
    accountId,
    productId: productId(ProductId),
    ...(AccountProviderId !== undefined && { providerId: AccountProviderId }),
    generateNew,
  });
  const start = { AssetManagerId: 1, AccountId: accountId, AssetId: ProductId };
  if (!address.ok)
    return {
      ...start,
      ProviderId: AccountProviderId ?? 0,
      DepositInfo: '[]',
      result: false,
      ...refusals[address.refusal],
    };
  return {
    ...start,
    ProviderId: address.value.providerId,
    DepositInfo: JSON.stringify([address.value.address]),
    result: true,
    errormsg: null,
    statuscode: 0,
  };
}

const refusals: Readonly<Record<DepositAddressRefusal, { errormsg: string; statuscode: number }>> = {
  provider_unknown: { errormsg: 'Invalid Request', statuscode: 100 },
  provider_is_bank: { errormsg: 'Invalid Request', statuscode: 100 },
  level_too_low: { errormsg: 'Operation Failed', statuscode: 101 },
  too_many_unused_addresses: { errormsg: 'Operation Failed', statuscode: 101 },
  address_key_compromised: { errormsg: 'Operation Failed', statuscode: 101 },
  network_halted: { errormsg: 'Deposits on this network are halted', statuscode: 101 },
};
