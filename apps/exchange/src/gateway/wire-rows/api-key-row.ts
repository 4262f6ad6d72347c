/** API keys as calls show and claim them (wire-protocol 4.15, 8). */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { listField, shape, textField } from '@salar/protocol/wire/index';
import type { Field } from '@salar/protocol/wire/index';
import type { ApiKey } from '@salar/services/api-keys/api-key-service';
import type { ReadAddressList } from '@salar/protocol/address-list';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { User } from '@salar/store/tables/customers/users';
import { refuseCall } from '../call.ts';
import type { CallRefusal } from '../call.ts';

const { boolean, integer, list, nullable, object, optional, text } = shape;

/**
 * The call that made the key is the only one to send `APISecret` and a `Nonce` to begin signing with: the time in
 * milliseconds. A change of the addresses answers `Nonce` 0, as the family does.
 */
export const apiKeyShape = object({
  APIKey: text,
  APISecret: nullable(text),
  UserId: integer,
  Permissions: list(text),
  Nonce: optional(integer),
  IpWhiteList: text,
  SignedRequestsOnly: optional(boolean),
});

export function toApiKeyRow(
  { apiKey, permissions, addresses, signedRequestsOnly }: ApiKey,
  { userId }: User,
) {
  return {
    APIKey: apiKey,
    UserId: userId,
    Permissions: permissions,
    IpWhiteList: addresses.join(','),
    ...(signedRequestsOnly && { SignedRequestsOnly: true }),
  };
}

/** A key or a permission; what is none of ours is found out where it is looked up. */
export const apiKeyField = textField(64);
export const permissionField = textField(64);
const listTextLengthMax = 2048;
const entryShownMax = 64;

/** Addresses as one text with commas, or as a list of texts. Gives the entries as they were written. */
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

/** Null when there is none, or one of them is no permission of a key. */
export function readPermissions(names: readonly string[]): readonly KeyPermission[] | null {
  return names.length > 0 && names.every(isKeyPermission) ? names : null;
}

export const keyUnknown = refuseCall('notFound');

export function addressesRefused(refused: Extract<ReadAddressList, { ok: false }>): CallRefusal {
  return refused.refusal === 'too_many_addresses'
    ? refuseCall('invalidRequest', 'Invalid IpWhiteList, at most 20 entries')
    : refuseCall('invalidRequest', `Invalid IP address: ${refused.entry.slice(0, entryShownMax)}`);
}
