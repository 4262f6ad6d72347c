/** The answers of a Bitcoin node, whose numbers are text. */
import { z } from 'zod';
import { recordSchema, textSchema } from '../node-answers/read-answer.ts';

const bitcoinGrammar = /^(\d{1,8})(?:\.(\d{1,8})0*)?(?:[eE]([-+]?\d{1,2}))?$/;

/** Every byte of a block counts as at least one of the four million weight units that it may have. */
const blockBytesMax = 4_000_000;

/** 32 bytes, lower case, in display order. */
export const hashSchema = textSchema(/^[0-9a-f]{64}$/, 'a hash');

/** The bytes of a block, or of a transaction. */
export const hexSchema = z
  .string('hex text')
  .max(2 * blockBytesMax, { error: 'hex text of at most a block', abort: true })
  .regex(/^(?:[0-9a-f]{2})+$/, 'hex text')
  .transform((hex) => Buffer.from(hex, 'hex'));

export const heightSchema = textSchema(/^(?:0|[1-9]\d{0,8})$/, 'a height').transform(Number);

/** A whole number, which may be negative. */
export const wholeSchema = textSchema(/^-?\d{1,15}$/, 'a whole number').transform(Number);

/**
 * An amount in bitcoins, as satoshi.
 *
 * @example readAnswer(satoshiSchema, '0.00000001')  // 1n; '1e-08' is the same
 */
export const satoshiSchema = textSchema(bitcoinGrammar, 'an amount').transform((text, context) => {
  const [, whole = '0', decimals = '', exponent = '0'] = bitcoinGrammar.exec(text) ?? [];
  const digits = BigInt(whole + decimals);
  const places = 8 - decimals.length + Number(exponent);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  if (digits % divisor === 0n) return digits / divisor;
  context.addIssue({ code: 'custom', message: 'an amount', input: text });
  return z.NEVER;
});

/** The answer of `getblockheader`. */
export const headerSchema = recordSchema({ height: heightSchema });

/** The answer of `getblockheader` for the block of a transaction; -1 confirmations: the block has left the chain. */
export const confirmedHeaderSchema = headerSchema.extend({ confirmations: wholeSchema });

/** The answer of `getrawtransaction`; without a block it waits in the pool. */
export const transactionSchema = recordSchema({
  hex: hexSchema,
  blockhash: hashSchema.optional(),
  fee: satoshiSchema.optional(),
});

/** The answer of `gettxout`. */
export const outputSchema = recordSchema({ value: satoshiSchema });

/** The answer of `estimatesmartfee`: no estimate yet, or -1, is null. */
export const estimateSchema = recordSchema({
  feerate: z
    .literal('-1')
    .transform(() => null)
    .or(satoshiSchema)
    .optional()
    .transform((rate) => rate ?? null),
});

/** The answer of `getmempoolinfo`. */
export const poolSchema = recordSchema({ mempoolminfee: satoshiSchema, minrelaytxfee: satoshiSchema });
