/** Requests on the signer's socket: bigints as decimal text; every field is validated. */
import type { JournalCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { SignedHalt } from '@salar/approvals/watcher-halt';
import { accountId, isId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { ApprovalRequest, MoveRequest, RegisteredPasskey, SignRequest } from '@salar/services';
import { z } from 'zod';

/** 4 bytes in a transaction; the last value means none. */
const voutMax = 2 ** 32 - 2;

const idSchema = z.number().refine(isId);
const countSchema = z.int().min(0);
const amountSchema = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);

const ticketSchema = z.object({
  ticketId: idSchema.transform(ticketId),
  requestCode: z.string(),
  userId: idSchema.transform(userId),
  accountId: idSchema.transform(accountId),
  productId: idSchema.transform(productId),
  providerId: idSchema,
  chainId: idSchema,
  destination: z.string(),
  amount: amountSchema.transform(minor),
  fee: amountSchema.transform(minor),
  createdAt: idSchema.transform(millis),
});

const evmPlanSchema = z.object({
  family: z.literal('evm'),
  nonce: countSchema,
  feeMax: amountSchema,
  feePriority: amountSchema,
});

const bitcoinPlanSchema = z.object({
  family: z.literal('bitcoin'),
  inputs: z.array(
    z.object({
      txId: z.string().regex(/^[0-9a-f]{64}$/),
      vout: countSchema.max(voutMax),
      amount: amountSchema,
      branch: z.literal([0, 1, 2, 3, 5]),
      index: countSchema,
    }),
  ),
  fee: amountSchema,
  change: amountSchema,
  changeBranch: z.literal([0, 1, 2, 3, 5]),
  changeIndex: countSchema,
});

const tronPlanSchema = z.object({
  family: z.literal('tron'),
  refBlockBytes: z.string(),
  refBlockHash: z.string(),
  timestamp: countSchema,
  expiration: countSchema,
  feeLimit: amountSchema,
});

/** More people than this approve no payment, and no signature is longer. */
const approvalsMax = 8;
const signatureLengthMax = 2_048;
const approvalSchema = z.object({
  approver: z.string().min(1).max(64),
  signature: z.string().min(1).max(signatureLengthMax),
});

/** Devices use ids of up to 1,023 bytes, and the largest keys are those of RSA; an assertion has both sizes once. */
const credentialIdLengthMax = 1_364;
const passkeyLengthMax = 1_024;
const assertionLengthMax = 8_192;

const signRequestSchema = z.object({
  ticket: ticketSchema,
  mac: z.string(),
  approval: z.string(),
  approvals: z.array(approvalSchema).max(approvalsMax),
  passkeySignature: z.string().min(1).max(assertionLengthMax).optional(),
  plan: z.discriminatedUnion('family', [evmPlanSchema, bitcoinPlanSchema, tronPlanSchema]),
});

const approvalRequestSchema = z.object({ ticket: ticketSchema, mac: z.string(), approval: approvalSchema });

/** Characters of 64 signatures in hex: no cold storage has more owners. */
const relayedSignaturesMax = 2 + 64 * 130;

const plannedMoveSchema = z.object({
  kind: z.literal(['cold', 'to_house', 'from_house', 'carry_house', 'sweep']),
  chainId: idSchema,
  productId: idSchema.transform(productId),
  amount: amountSchema,
  plan: bitcoinPlanSchema,
});
const tronMoveSchema = z.discriminatedUnion('kind', createMoveSchemas(tronPlanSchema));
const evmMoveSchema = z.discriminatedUnion('kind', [
  ...createMoveSchemas(evmPlanSchema),
  z.object({
    kind: z.literal('relay'),
    chainId: idSchema,
    amount: amountSchema,
    plan: evmPlanSchema,
    productId: idSchema.transform(productId),
    signatures: z.string().max(relayedSignaturesMax),
  }),
]);

const moveRequestSchema = z.union([evmMoveSchema, tronMoveSchema, plannedMoveSchema]);
const passkeyNameSchema = z.object({
  userId: idSchema.transform(userId),
  credentialId: z.string().min(1).max(credentialIdLengthMax),
});
const passkeySchema = passkeyNameSchema.extend({ publicKey: z.string().min(1).max(passkeyLengthMax) });

const signedQuerySchema = z.object({ ticketId: idSchema.transform(ticketId) });
const checkpointSchema = z.object({
  sequence: idSchema,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const haltSchema = z.object({
  text: z.string().min(1).max(4_096),
  signature: z.base64().max(256),
});

/** Creates the schemas of moves between our own addresses, by kind. */
function createMoveSchemas<Plan extends z.ZodType>(plan: Plan) {
  const fields = { chainId: idSchema, amount: amountSchema, plan };
  const product = { productId: idSchema.transform(productId) };
  return [
    z.object({ kind: z.literal('refill'), ...fields }),
    z.object({
      kind: z.literal(['carry_hot', 'carry_house', 'to_house', 'from_house']),
      ...fields,
      ...product,
    }),
    z.object({ kind: z.literal('carry_gas'), ...fields }),
    z.object({ kind: z.literal('cold'), ...fields, ...product }),
    z.object({ kind: z.literal('gas'), ...fields, index: countSchema }),
    z.object({ kind: z.literal('sweep'), ...fields, ...product, index: countSchema }),
  ] as const;
}

/** The `JSON.stringify` replacer for requests: writes bigints as text. */
export function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readSignRequest(value: unknown): SignRequest | null {
  return signRequestSchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readApprovalRequest(value: unknown): ApprovalRequest | null {
  return approvalRequestSchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readMoveRequest(value: unknown): MoveRequest | null {
  return moveRequestSchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readPasskey(value: unknown): RegisteredPasskey | null {
  return passkeySchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readPasskeyName(value: unknown): Pick<RegisteredPasskey, 'userId' | 'credentialId'> | null {
  return passkeyNameSchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when the ticket's number is missing or none. */
export function readSignedQuery(value: unknown): { readonly ticketId: TicketId } | null {
  return signedQuerySchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readCheckpointRequest(value: unknown): JournalCheckpoint | null {
  return checkpointSchema.safeParse(value).data ?? null;
}

/** Parses a request; returns null when anything is missing or of another type. */
export function readHaltRequest(value: unknown): SignedHalt | null {
  return haltSchema.safeParse(value).data ?? null;
}
