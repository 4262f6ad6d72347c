/**
 * The refill file: a payment from cold storage to a hot wallet, as it travels between the exchange and the offline machines.
 *
 * Its head is for people who look into the file. Nothing is decided or shown by it: `openRefill` compares it with what
 * the payload pays.
 */
import { z } from 'zod';
import { RefillInvalid } from './refill-invalid.ts';

/** The largest file that is read: a Bitcoin payment with some hundred inputs. */
const lengthMax = 2 ** 20;
const textSchema = z.string().min(1).max(128);

const refillFileSchema = z.strictObject({
  format: z.literal('salar-refill-1'),
  family: z.enum(['evm', 'bitcoin', 'tron']),
  /** The network's name, such as `ethereum`. */
  network: textSchema,
  chainId: z.int().min(0),
  /** The product's symbol. */
  product: textSchema,
  /** The amount that the receiver gets, as exact decimal text and in minor units. */
  amount: textSchema,
  minorUnits: textSchema,
  /** The address of cold storage. */
  sender: textSchema,
  /** The address of the hot wallet. */
  receiver: textSchema,
  /** The fee that cold storage pays to the network, in minor units of its coin. */
  fee: textSchema,
  /** The data that is signed, in the form of the family. */
  payload: z.unknown(),
});
export type RefillFile = z.infer<typeof refillFileSchema>;
export type RefillHead = Omit<RefillFile, 'format' | 'payload'>;

/** @throws RefillInvalid */
export function parseRefillFile(text: string): RefillFile {
  if (text.length > lengthMax) throw new RefillInvalid('the file is too long for a refill');
  const parsed = refillFileSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const fields = parsed.error.issues.map((one) => `${one.path.join('.') || 'the file'}: ${one.message}`);
    throw new RefillInvalid(`this is not a refill file: ${fields.join('; ')}`);
  }
  return parsed.data;
}

export function formatRefillFile(head: RefillHead, payload: unknown): string {
  const file = { format: 'salar-refill-1', ...head, payload };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RefillInvalid('this is not a refill file: it is not JSON', { cause });
  }
}
