/** The payload of a refill from a TRON account: the bytes that owners sign, and their signatures. */
import { parseTronAddress, parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import { encodeTransaction, readRawData } from '@salar/adapters/chain-tron/tron-transaction';
import type { ReadRawData } from '@salar/adapters/chain-tron/tron-transaction';
import { recoverAddress } from 'viem';
import { z } from 'zod';
import { RefillInvalid } from '../refill-invalid.ts';

/** The permission whose keys sign refills: the first active one of an account. That of the owner can replace all keys. */
export const coldPermissionId = 2;

const hexSchema = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^(?:[0-9a-f]{2})+$/, 'must be lower-case hex');

const payloadSchema = z.strictObject({
  /** The unsigned bytes of the transaction. */
  rawData: hexSchema(2_048),
  signatures: z
    .array(
      z.strictObject({
        owner: z
          .string()
          .refine((text) => parseTronAddress(text) === text, 'must be an address with its checksum'),
        /** r, s, and 27 or 28, which says which of two keys made it. */
        signature: hexSchema(130),
      }),
    )
    .max(5)
    .refine((all) => new Set(all.map(({ owner }) => owner)).size === all.length, 'has an owner twice'),
});

type TronSignature = z.infer<typeof payloadSchema>['signatures'][number];
export type TronPayload = ReadRawData & { readonly signatures: readonly TronSignature[] };

/** Parses a payload and verifies every signature in it. @throws RefillInvalid */
export async function readTronPayload(value: unknown): Promise<TronPayload> {
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`);
    throw new RefillInvalid(`the file has no transaction of TRON: ${fields.join('; ')}`);
  }
  const { rawData, signatures } = parsed.data;
  const read = parseRawData(rawData);
  for (const { owner, signature } of signatures)
    if ((await recoverOwner(read, signature)) !== owner)
      throw new RefillInvalid(`the signature of ${owner} is not one over this transaction`);
  return { ...read, signatures };
}

export function formatTronPayload({
  rawData,
  signatures,
}: Pick<TronPayload, 'rawData' | 'signatures'>): unknown {
  return { rawData: rawData.toString('hex'), signatures };
}

/**
 * Encodes the transaction with the signatures that the account requires.
 *
 * @throws RefillInvalid when there are too few
 */
export function joinTronSignatures({ rawData, signatures }: TronPayload, required: number): string {
  if (signatures.length < required)
    throw new RefillInvalid(`the refill has ${signatures.length} of ${required} signatures`);
  const joined = signatures.slice(0, required).map(({ signature }) => Buffer.from(signature, 'hex'));
  return encodeTransaction(rawData, joined).toString('hex');
}

function parseRawData(hex: string): ReadRawData {
  try {
    return readRawData(Buffer.from(hex, 'hex'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RefillInvalid(`what is signed is not a transfer of TRON: ${reason}`, { cause });
  }
}

async function recoverOwner({ txId }: ReadRawData, signature: string): Promise<string | null> {
  if (!/^[0-9a-f]{128}1[bc]$/.test(signature)) return null;
  try {
    // The 20 bytes of an address are those of EVM networks.
    const address = await recoverAddress({ hash: `0x${txId}`, signature: `0x${signature}` });
    return parseTronAddressHex(address.slice(2).toLowerCase());
  } catch {
    return null; // the library throws when no point has this `r`
  }
}
