/** Converts API keys to the wire format, and reads the fields that refer to them (wire-protocol 4.15, 8). */
import type { Product } from '@salar/engine';
import { accept, parseAmount, refuse } from '@salar/protocol';
import type { Minor, Result } from '@salar/protocol';
import { listField, shape, textField, toWireDecimal } from '@salar/protocol/wire';
import type { Field } from '@salar/protocol/wire';
import type { ApiKey } from '@salar/services/api-keys/api-key-service';
import type { ReadAddressList } from '@salar/protocol/address-list';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { User } from '@salar/store/tables/customers/users';
import { refuseCall } from '../call.ts';
import type { CallRefusal } from '../call.ts';

const { boolean, integer, list, nullable, number, object, optional, text } = shape;

/**
 * Only the call that creates the key returns `APISecret` and a first `Nonce` to sign with: the time in milliseconds.
 * A change of the addresses returns `Nonce` 0, as the family does. `DailyNotional` is missing where there is no limit.
 */
export const apiKeyShape = object({
  APIKey: text,
  APISecret: nullable(text),
  UserId: integer,
  Permissions: list(text),
  Nonce: optional(integer),
  IpWhiteList: text,
  SignedRequestsOnly: optional(boolean),
  DailyNotional: optional(number),
});

export function toApiKeyRow(
  { apiKey, permissions, addresses, signedRequestsOnly, dailyNotional }: ApiKey,
  { userId }: User,
  notional: Product | null,
) {
  return {
    APIKey: apiKey,
    UserId: userId,
    Permissions: permissions,
    IpWhiteList: addresses.join(','),
    ...(signedRequestsOnly && { SignedRequestsOnly: true }),
    ...(dailyNotional !== null &&
      notional !== null && { DailyNotional: toWireDecimal(dailyNotional, notional.decimals) }),
  };
}

/** Reads a limit above zero in the notional product; null without one. */
export function readDailyNotional(
  given: string | undefined,
  notional: Product | null,
): Result<Minor | null, 'invalid'> {
  if (given === undefined) return accept(null);
  const amount = notional === null ? null : parseAmount(given, notional.decimals);
  return amount?.ok && amount.value > 0n ? amount : refuse('invalid');
}

/** A key or a permission; unknown ones are detected when they are looked up. */
export const apiKeyField = textField(64);
export const permissionField = textField(64);
const listTextLengthMax = 2048;
const entryShownMax = 64;

/** Reads addresses from one comma-separated text or from a list of texts. Returns the entries as written. */
export function addressListField(): Field<readonly string[] | undefined> {
  const asText = textField(listTextLengthMax);
  const asList = listField(textField(listTextLengthMax));
  return {
    ...asText,
    kind: 'text',
    read: (raw): Result<readonly string[] | undefined, 'malformed'> => {
      if (Array.isArray(raw)) return asList.read(raw);
      const read = asText.read(raw);
      return read.ok ? accept(read.value?.split(',')) : refuse('malformed');
    },
  } as Field<readonly string[] | undefined>;
}

/** Returns null when the list is empty, or an entry is not a permission of a key. */
export function readPermissions(names: readonly string[]): readonly KeyPermission[] | null {
  return names.length > 0 && names.every(isKeyPermission) ? names : null;
}

export const keyUnknown = refuseCall('notFound');
export const dailyNotionalInvalid = refuseCall('invalidRequest', 'Invalid DailyNotional');
export const withdrawNeedsSignedRequests = refuseCall(
  'invalidRequest',
  'Withdraw requires a key with SignedRequestsOnly',
);

export function refuseAddresses(refused: Extract<ReadAddressList, { ok: false }>): CallRefusal {
  return refused.refusal === 'too_many_addresses'
    ? refuseCall('invalidRequest', 'Invalid IpWhiteList, at most 20 entries')
    : refuseCall('invalidRequest', `Invalid IP address: ${refused.entry.slice(0, entryShownMax)}`);
}
