/** The payload of a Safe's refill: the transaction that owners sign, and their signatures. */
import { parseEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { isHex, recoverAddress } from 'viem';
import type { Hex } from 'viem';
import { z } from 'zod';
import { RefillInvalid } from '../refill-invalid.ts';
import { hashSafeTransaction } from './safe-transaction.ts';

const addressSchema = z
  .string()
  .refine((text) => parseEvmAddress(text) === text, 'must be an address with its checksum');
const amountSchema = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,77})$/, 'must be a whole number as text')
  .transform(BigInt)
  .refine((amount) => amount < 2n ** 256n, 'must have at most 256 bits');
const hexSchema = z
  .string()
  .max(1024)
  .refine(
    (text): text is Hex => isHex(text) && text.length % 2 === 0 && text === text.toLowerCase(),
    'must be lower-case hex',
  );

const transactionSchema = z.strictObject({
  to: addressSchema,
  value: amountSchema,
  data: hexSchema,
  operation: z.int().min(0).max(1),
  safeTxGas: amountSchema,
  baseGas: amountSchema,
  gasPrice: amountSchema,
  gasToken: addressSchema,
  refundReceiver: addressSchema,
  nonce: amountSchema,
});

const payloadSchema = z.strictObject({
  chainId: z.int().min(1),
  safe: addressSchema,
  transaction: transactionSchema,
  signatures: z
    .array(z.strictObject({ owner: addressSchema, signature: hexSchema }))
    .max(64)
    .refine((all) => new Set(all.map(({ owner }) => owner)).size === all.length, 'has an owner twice'),
});
export type SafePayload = z.infer<typeof payloadSchema>;

/** Parses a payload and verifies every signature in it. @throws RefillInvalid */
export async function readSafePayload(value: unknown): Promise<SafePayload> {
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`);
    throw new RefillInvalid(`the file has no transaction of a Safe: ${fields.join('; ')}`);
  }
  const payload = parsed.data;
  for (const { owner, signature } of payload.signatures)
    if ((await recoverOwner(payload, signature)) !== owner)
      throw new RefillInvalid(`the signature of ${owner} is not one over this transaction`);
  return payload;
}

/** Converts a payload to JSON, amounts as text. */
export function formatSafePayload(payload: SafePayload): unknown {
  const { transaction } = payload;
  const fields = Object.entries(transaction).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ]);
  return { ...payload, transaction: Object.fromEntries(fields) };
}

/** Computes the hash that owners sign. */
export function hashSafePayload({ chainId, safe, transaction }: SafePayload): Hex {
  return hashSafeTransaction(chainId, safe, transaction);
}

/** A Safe reads other last bytes than 27 and 28 as other kinds of signatures: of a contract, or of a hash approved before. */
async function recoverOwner(payload: SafePayload, signature: Hex): Promise<string | null> {
  if (!/^0x[0-9a-f]{128}1[bc]$/.test(signature)) return null;
  try {
    return await recoverAddress({ hash: hashSafePayload(payload), signature });
  } catch {
    return null; // the library throws when no point has this `r`
  }
}
