/** Reads the signer's policy. A field that is missing, unknown or wrong is refused. */
import { parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { parseTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { approvalPolicySchema } from '@salar/adapters/signer/approval-policy';
import { passkeyPolicySchema } from '@salar/adapters/signer/passkey-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { isId, minor, productId } from '@salar/protocol';
import { depositBranchesMax } from '@salar/services/deposits/deposit-branches';
import { getAddress } from 'viem';
import { z } from 'zod';

const amountSchema = z
  .string()
  .regex(/^\d{1,60}$/, 'must be a whole number of minor units as text')
  .transform(BigInt);
const idSchema = z.number().refine(isId, 'must be an id');
const productSchema = idSchema.transform(productId);

const symbolSchema = z.string().regex(/^[A-Z0-9]{1,12}$/, 'must be like USDT');
const capSchema = amountSchema.transform(minor);

const shared = {
  chainId: idSchema,
  assets: z.array(
    z.strictObject({
      productId: productSchema,
      contract: z.string().min(1).nullable(),
      decimals: z.int().min(0).max(18),
    }),
  ),
  paymentFees: z.strictObject({ perHour: amountSchema, perDay: amountSchema }),
};
const sweepsSchema = z.strictObject({
  gasWalletMin: amountSchema,
  gasWalletMax: amountSchema,
  perMove: amountSchema,
  perHour: amountSchema,
});

const bitcoinSchema = z
  .strictObject({
    family: z.literal('bitcoin'),
    ...shared,
    kind: z.enum(['main', 'testnet', 'regtest']),
    coldDescriptor: z.string().optional(),
  })
  .superRefine(({ coldDescriptor, kind }, context) => {
    try {
      if (coldDescriptor !== undefined) parseColdDescriptor(coldDescriptor, kind);
    } catch (error) {
      context.addIssue({ code: 'custom', path: ['coldDescriptor'], message: (error as Error).message });
    }
  });

const tronSchema = z.strictObject({
  family: z.literal('tron'),
  ...shared,
  feeLimit: amountSchema,
  /** Policies of earlier versions have neither of these. */
  sweeps: sweepsSchema.nullable().default(null),
  coldAddress: z
    .string()
    .refine((text) => parseTronAddress(text) === text, 'must be an address with its checksum')
    .optional(),
});

const branchesSchema = z
  .array(z.strictObject({ xpub: z.string().min(1) }))
  .min(2, 'must list the first branch and those after it')
  .max(depositBranchesMax)
  .refine(
    (branches) => new Set(branches.map(({ xpub }) => xpub)).size === branches.length,
    'must not have a branch twice',
  );

const policySchema = z
  .strictObject({
    networks: z.array(
      z.discriminatedUnion('family', [
        z.strictObject({
          family: z.literal('evm'),
          ...shared,
          sweeps: sweepsSchema.nullable(),
          coldAddress: z.string().refine(isEvmAddress, 'must be an address with its checksum').optional(),
        }),
        bitcoinSchema,
        tronSchema,
      ]),
    ),
    caps: z.array(
      z.strictObject({
        chainId: idSchema,
        productId: productSchema,
        perTransaction: capSchema,
        perHour: capSchema,
        perDay: capSchema,
        perCustomerDay: capSchema.optional(),
        newReceivers: z.strictObject({ hours: z.int().min(1).max(8_760), perDay: capSchema }).optional(),
        approved: z
          .strictObject({ symbol: symbolSchema, perTransaction: capSchema, perDay: capSchema })
          .optional(),
        passkey: z
          .strictObject({
            symbol: symbolSchema,
            perTransaction: capSchema,
            perHour: capSchema,
            perDay: capSchema,
            perCustomerDay: capSchema,
          })
          .optional(),
      }),
    ),
    approvals: approvalPolicySchema.nullable().default(null),
    passkeys: passkeyPolicySchema.nullable().default(null),
    depositBranches: z
      .strictObject({
        evm: branchesSchema.optional(),
        bitcoin: branchesSchema.optional(),
        tron: branchesSchema.optional(),
      })
      .optional(),
  })
  .superRefine(({ networks, caps }, context) => {
    const report = (path: readonly (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    for (const place of findRepeated(caps, ({ chainId, productId: product }) => `${chainId} ${product}`))
      report(['caps', place], 'has the chainId and productId of caps before it');
    for (const [index, { assets }] of networks.entries())
      for (const place of findRepeated(assets, ({ productId: product }) => `${product}`))
        report(['networks', index, 'assets', place], 'has the productId of an asset before it');
    for (const [index, { family, chainId }] of networks.entries()) {
      const before = networks.slice(0, index);
      const isSigned = before.some((one) => one.chainId === chainId);
      const isShared = family !== 'evm' && before.some((one) => one.family === family);
      if (isSigned || isShared) report(['networks', index], sharedSignatures);
    }
  });

/** A transaction of a network without a chain id in what is signed is valid on every network of its family. */
const sharedSignatures = 'shares its signatures with a network before it: use a signer of its own';

/** Returns the places of elements that have the same identity as one before them. */
function findRepeated<T>(list: readonly T[], identify: (element: T) => string): readonly number[] {
  const identities = list.map(identify);
  return identities.flatMap((identity, place) => (identities.indexOf(identity) < place ? [place] : []));
}

/** A wrong letter in an address with mixed case changes its checksum. */
function isEvmAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && getAddress(text) === text;
}

/** Parses what `formatPolicy` wrote. @throws with every field that is wrong */
export function parsePolicy(text: string): SignerPolicy {
  const parsed = policySchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; '));
}
