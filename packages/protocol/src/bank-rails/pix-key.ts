/** Pix keys: what a person shares to be paid, instead of a bank account. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { parseBrazilianPhone } from './brazilian-phone.ts';
import type { BrazilianPhoneRefusal } from './brazilian-phone.ts';
import { parseCnpj } from './cnpj.ts';
import { parseCpf } from './cpf.ts';
import type { TaxNumberRefusal } from './cpf.ts';
import { stripPunctuation } from './digits.ts';
import { parseEmailKey } from './email-key.ts';

type PixKeyKind = 'cpf' | 'cnpj' | 'phone' | 'email' | 'random';
export type PixKey = { readonly kind: PixKeyKind; readonly value: string };
export type PixKeyRefusal =
  | TaxNumberRefusal
  | BrazilianPhoneRefusal
  | 'email_malformed'
  | 'too_long'
  | 'phone_prefix_missing'
  | 'key_unknown';

/** Any UUID version: the oldest keys are not version 4. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads a key and infers its kind from its format.
 *
 * Eleven digits without punctuation may be a CPF or a mobile number: if the check digits are right it is a CPF, and
 * a mobile number needs +55. A number written with `+` or `(` is a phone.
 *
 * @returns the key as the directory stores it: CPF and CNPJ without punctuation, phone in E.164, e-mail and random
 *   key in lower case; `phone_prefix_missing` for eleven digits that are not a CPF and may be a phone; `key_unknown`
 *   for any other format
 */
export function parsePixKey(text: string): Result<PixKey, PixKeyRefusal> {
  const key = text.trim();
  if (key.includes('@')) return kindOf('email', parseEmailKey(key));
  if (uuid.test(key.toLowerCase())) return accept({ kind: 'random', value: key.toLowerCase() });
  if (/^[+(]/.test(key)) return kindOf('phone', parseBrazilianPhone(key));
  const bare = stripPunctuation(key);
  if (/^[0-9]{11}$/.test(bare)) return readElevenDigits(bare);
  if (/^55[0-9]{10,11}$/.test(bare) && parseBrazilianPhone(bare).ok)
    return kindOf('phone', parseBrazilianPhone(bare));
  if (/^[0-9A-Za-z]{12}[0-9]{2}$/.test(bare)) return kindOf('cnpj', parseCnpj(bare));
  return refuse('key_unknown');
}

function readElevenDigits(digits: string): Result<PixKey, PixKeyRefusal> {
  const cpf = parseCpf(digits);
  if (!cpf.ok && parseBrazilianPhone(digits).ok) return refuse('phone_prefix_missing');
  return kindOf('cpf', cpf);
}

function kindOf<R extends PixKeyRefusal>(
  kind: PixKeyKind,
  read: Result<string, R>,
): Result<PixKey, PixKeyRefusal> {
  return read.ok ? accept({ kind, value: read.value }) : read;
}
