/** The schema of the networks file, checked before values are looked up or compared. */
import { passkeyPolicySchema } from '@salar/adapters/signer/passkey-policy';
import { parseTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { depositBranchesMax } from '@salar/services/deposits/deposit-branches';
import { getAddress, isAddress } from 'viem';
import { z } from 'zod';

const count = (min: number, max: number) => z.number().int().min(min).max(max);
const nodeUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Whole units as text, such as "0.005"; JSON numbers are refused. */
const amount = z.string();

const asset = z.strictObject({
  product: z.string(),
  contract: z.string().nullable(),
  decimals: count(0, 36),
  providerId: count(20, 1_000_000),
  providerName: z.string().regex(/^[A-Z][A-Z0-9_]{2,40}$/, 'must be like USDT_ETHEREUM'),
  depositMin: amount,
  withdrawFee: amount,
  withdrawMin: amount,
  perTransaction: amount,
  perHour: amount,
  perDay: amount,
  perCustomerDay: amount,
  /** A receiver is new until this long after the first payment to it. */
  newReceivers: z.strictObject({ hours: count(1, 8_760), perDay: amount }),
  approved: z.strictObject({ perTransaction: amount, perDay: amount }).optional(),
  passkey: z
    .strictObject({ perTransaction: amount, perHour: amount, perDay: amount, perCustomerDay: amount })
    .optional(),
  largeDeposit: amount,
  sweepMin: amount.optional(),
  houseMin: amount.optional(),
  houseFloat: amount.optional(),
  feeOnTransfer: z.boolean().optional(),
});

const shared = {
  name: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be like ethereum'),
  word: z.string().regex(/^[A-Z][A-Za-z0-9]{1,30}$/, 'must be like Ethereum'),
  displayName: z.string().min(2).max(40),
  url: nodeUrl,
  secondUrl: nodeUrl,
  /** Its nodes are reached over a private network, where http is as good as https. */
  plainHttp: z.boolean().optional(),
  confirmations: count(1, 10_000),
  reorgGraceBlocks: count(1, 100_000),
  stuckBlocks: count(1, 100_000),
  startHeight: count(0, Number.MAX_SAFE_INTEGER),
  pollMs: count(200, 600_000),
  /** Branches of deposit addresses whose private keys others may have. */
  compromisedBranches: z
    .array(count(0, depositBranchesMax - 1))
    .min(1)
    .optional(),
  /** The most that payments may burn, in the network's coin. */
  paymentFees: z.strictObject({ perHour: amount, perDay: amount }),
  assets: z.array(asset).min(1),
} as const;

const sweeps = z
  .strictObject({ gasWalletMin: amount, gasWalletMax: amount, perMove: amount, perHour: amount })
  .nullable();

const evm = z.strictObject({
  family: z.literal('evm'),
  chainId: count(1, 2 ** 48),
  ...shared,
  traces: z.enum(['debug', 'trace', 'none']),
  sweeps,
  coldAddress: z
    .string()
    .refine((text) => isAddress(text, { strict: true }) && getAddress(text) === text, {
      message: 'must be an address with its checksum',
    })
    .optional(),
});
const bitcoin = z.strictObject({
  family: z.literal('bitcoin'),
  kind: z.enum(['main', 'testnet']),
  ...shared,
  /** A whole number as text, like all numbers that have no bound here. */
  difficultyMin: z
    .string()
    .regex(/^[1-9]\d{0,19}$/, 'must be a whole number such as "20000000000000"')
    .optional(),
  coldDescriptor: z.string().optional(),
});
const tron = z.strictObject({
  family: z.literal('tron'),
  chainId: count(1, 2 ** 48),
  ...shared,
  /** The maximum TRX that a transfer may burn. */
  feeLimit: amount,
  /** Files of earlier versions have neither of these. */
  sweeps: sweeps.default(null),
  coldAddress: z
    .string()
    .refine((text) => parseTronAddress(text) === text, 'must be an address with its checksum')
    .optional(),
  apiKey: z.string().min(1).optional(),
  secondApiKey: z.string().min(1).optional(),
});

/** A customer must have time to notice a passkey that somebody else has added. */
const passkeyAgeHoursMin = 24;

export const networksSchema = z.strictObject({
  /** The rules for withdrawals signed with passkeys; missing: there are none. */
  passkeys: passkeyPolicySchema
    .refine(({ ageHours }) => ageHours >= passkeyAgeHoursMin, {
      path: ['ageHours'],
      message: `must be at least ${passkeyAgeHoursMin}`,
    })
    .nullable()
    .default(null),
  /** The share of customer balances, in percent; 0: everything goes to cold storage; null: no cap. */
  hotCapPercent: z.number().int().min(0).max(100).nullable().default(5),
  networks: z.array(z.discriminatedUnion('family', [evm, bitcoin, tron])).min(1),
});

export type NetworksText = z.infer<typeof networksSchema>;
export type NetworkText = NetworksText['networks'][number];
export type AssetText = NetworkText['assets'][number];
