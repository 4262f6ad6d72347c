/** The rules for entries of a customer's user config (wire-protocol 7.3). */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';

export const configKeysMax = 100;
const configKeyLengthMax = 64;
const configValueLengthMax = 256; // security rule N5

export type ConfigRefusal = 'config_key_refused' | 'config_too_large';

/** Keys that only the exchange writes: second factor and verification state. */
const reserved = /^(?:2fa|google|level|verification)/i;
const keyPattern = /^[\w .:-]+$/u;

/** Checks entries that a customer wants to store. */
export function checkConfig(
  entries: readonly { readonly key: string; readonly value: string }[],
): Result<null, ConfigRefusal> {
  if (entries.length > configKeysMax) return refuse('config_too_large');
  for (const { key, value } of entries) {
    if (!keyPattern.test(key) || key.length > configKeyLengthMax || reserved.test(key))
      return refuse('config_key_refused');
    if (value.length > configValueLengthMax) return refuse('config_too_large');
  }
  return accept(null);
}
