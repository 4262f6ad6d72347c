/**
 * The settings file of the offline program: our cold storage and our hot wallets, as the owners themselves know them.
 *
 *   {
 *     "networks": [
 *       {
 *         "family": "evm",
 *         "name": "ethereum",
 *         "chainId": 1,
 *         "coldAddress": "0x…",
 *         "owners": [{ "name": "ana", "address": "0x…" }, …],
 *         "required": 3,
 *         "hotAddresses": ["0x…"],
 *         "assets": [
 *           { "product": "ETH", "contract": null, "decimals": 18 },
 *           { "product": "USDT", "contract": "0x…", "decimals": 6 }
 *         ]
 *       },
 *       {
 *         "family": "bitcoin",
 *         "name": "bitcoin",
 *         "chainId": 3652501241,
 *         "kind": "main",
 *         "descriptor": "wsh(sortedmulti(2,[…]xpub…/0/*,[…]xpub…/0/*,[…]xpub…/0/*))",
 *         "owners": ["ana", "bruno", "carla"],
 *         "hotAddresses": ["bc1q…"],
 *         "product": "BTC"
 *       },
 *       {
 *         "family": "tron",
 *         "name": "tron",
 *         "chainId": 728126428,
 *         "coldAddress": "T…",
 *         "owners": [{ "name": "ana", "address": "T…" }, …],
 *         "required": 2,
 *         "hotAddresses": ["T…"],
 *         "feeLimit": "50",
 *         "assets": [
 *           { "product": "USDT", "contract": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "decimals": 6 }
 *         ]
 *       }
 *     ]
 *   }
 */
import { parseBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { parseEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { parseTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { parseAmount } from '@salar/protocol';
import { z } from 'zod';

const symbolSchema = z.string().regex(/^[A-Z0-9]{1,12}$/, 'must be like USDT');
const nameSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be like ethereum');
const addressSchema = (parse: (text: string) => string | null) =>
  z.string().refine((text) => parse(text) === text, 'must be an address with its checksum');

const shared = { name: nameSchema, chainId: z.int().min(1) };

/** The fields of cold storage that is an address with several owners. */
const owned = (address: ReturnType<typeof addressSchema>) => ({
  ...shared,
  /** The Safe, or the account of TRON. */
  coldAddress: address,
  owners: z.array(z.strictObject({ name: nameSchema, address })).min(1),
  /** The number of owners who must sign. */
  required: z.int().min(1),
  hotAddresses: z.array(address).min(1),
  assets: z
    .array(
      z.strictObject({
        product: symbolSchema,
        /** Null for the network's coin. */
        contract: address.nullable(),
        decimals: z.int().min(0).max(18),
      }),
    )
    .min(1),
});

const evmSchema = z
  .strictObject({ family: z.literal('evm'), ...owned(addressSchema(parseEvmAddress)) })
  .superRefine(checkOwned);

const tronSchema = z
  .strictObject({
    family: z.literal('tron'),
    ...owned(addressSchema(parseTronAddress)),
    /** The most TRX that the code of a token may burn; in sun once it is read. */
    feeLimit: z.string().transform(readCoins),
  })
  .superRefine(checkOwned);

const bitcoinSchema = z
  .strictObject({
    family: z.literal('bitcoin'),
    ...shared,
    kind: z.enum(['main', 'testnet', 'regtest']),
    /** The output descriptor of our cold storage. */
    descriptor: z.string(),
    /** The owners of its keys, in the order of the descriptor. */
    owners: z.array(nameSchema).refine(areUnique, 'has an owner twice'),
    hotAddresses: z.array(z.string()).min(1),
    product: symbolSchema,
  })
  .superRefine(({ descriptor, kind, owners, hotAddresses }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    if (!hotAddresses.every((address) => parseBitcoinAddress(address, kind) === address))
      report(`has a hot wallet that is not an address of the ${kind} network`);
    try {
      if (parseColdDescriptor(descriptor, kind).keys.length !== owners.length)
        report('names another number of owners than its descriptor has keys');
    } catch (error) {
      report((error as Error).message);
    }
  });

const settingsSchema = z.strictObject({
  networks: z
    .array(z.discriminatedUnion('family', [evmSchema, bitcoinSchema, tronSchema]))
    .refine((networks) => areUnique(networks.map(({ chainId }) => chainId)), 'has a network twice'),
});

export type ColdSettings = z.infer<typeof settingsSchema>;
export type ColdNetwork = ColdSettings['networks'][number];
export type EvmColdNetwork = Extract<ColdNetwork, { family: 'evm' }>;
export type BitcoinColdNetwork = Extract<ColdNetwork, { family: 'bitcoin' }>;
export type TronColdNetwork = Extract<ColdNetwork, { family: 'tron' }>;

/** Parses the settings file. @throws with every field that is wrong */
export function parseColdSettings(text: string): ColdSettings {
  const parsed = settingsSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; '));
}

function areUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

type Owned = z.infer<z.ZodObject<ReturnType<typeof owned>>>;

/** Checks that the fields do not contradict each other. */
function checkOwned(
  { owners, required, assets, hotAddresses, coldAddress }: Owned,
  context: z.RefinementCtx,
): void {
  const report = (message: string) => context.addIssue({ code: 'custom', message });
  if (required > owners.length) report('requires more signatures than it has owners');
  if (!areUnique(owners.map(({ address }) => address)) || !areUnique(owners.map(({ name }) => name)))
    report('has an owner twice');
  if (!areUnique(assets.map(({ contract }) => contract))) report('has an asset twice');
  if (hotAddresses.includes(coldAddress)) report('has cold storage among the hot wallets');
}

/** Reads an amount of TRX as sun. */
function readCoins(text: string, context: z.RefinementCtx): bigint {
  const amount = parseAmount(text, 6);
  if (amount.ok) return amount.value;
  context.addIssue({ code: 'custom', message: 'must be an amount of TRX as text, such as "50"' });
  return z.NEVER;
}
