/** The MACs that protect the terms of a withdraw ticket: only what was confirmed is signed. */
import type { AccountId, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { NewBankEntry } from '@salar/store/tables/operators/bank-entries';
import type { BankStatementLineRow, NewBankStatement } from '@salar/store/tables/operators/bank-statements';
import type { TicketTerms } from '../ports/chain-signer.ts';
import { computeMac } from './mac-keys.ts';
import type { MacKey } from './mac-keys.ts';

/** Computes the HMAC-SHA-256 over every term, in a fixed order. */
export function computeTicketMac(key: MacKey, terms: TicketTerms): Buffer {
  return hmac(key, 'salar withdraw ticket 1', [
    terms.ticketId,
    terms.requestCode,
    terms.userId,
    terms.accountId,
    terms.productId,
    terms.providerId,
    terms.chainId,
    terms.destination,
    terms.amount,
    terms.fee,
    terms.createdAt,
  ]);
}

/** Computes the MAC that allows a ticket to be paid: after its mailed confirmation and acceptance, never before. */
export function computeApproval(key: MacKey, ticketMac: Uint8Array): Buffer {
  return hmac(key, 'salar withdraw approval 1', [Buffer.from(ticketMac).toString('hex')]);
}

/** Computes the MAC over the mailed code of a ticket: the exchange mailed this code to this customer, for this ticket. */
export function computeCodeMac(
  key: MacKey,
  code: {
    readonly ticketId: TicketId;
    readonly userId: UserId;
    readonly codeHash: Uint8Array;
    readonly expiresAt: number;
  },
): Buffer {
  const { ticketId, userId, codeHash, expiresAt } = code;
  return hmac(key, 'salar withdraw code 1', [
    ticketId,
    userId,
    Buffer.from(codeHash).toString('hex'),
    expiresAt,
  ]);
}

type WaitingDeposit = {
  readonly ticketId: TicketId;
  readonly key: string;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
};

/** Computes the MAC over the decision that a deposit which waits is credited: two operators made it. */
export function computeReleaseMac(key: MacKey, deposit: WaitingDeposit): Buffer {
  const { ticketId, accountId, productId, amount } = deposit;
  return hmac(key, 'salar deposit release 1', [ticketId, deposit.key, accountId, productId, amount]);
}

/** Computes the MAC over the decision that a deposit which waits is never credited: two operators made it. */
export function computeEndMac(key: MacKey, deposit: WaitingDeposit): Buffer {
  const { ticketId, accountId, productId, amount } = deposit;
  return hmac(key, 'salar deposit end 1', [ticketId, deposit.key, accountId, productId, amount]);
}

/** Computes the MAC over a movement of our bank accounts: the exchange wrote it for an operator. */
export function computeBankEntryMac(key: MacKey, entry: Omit<NewBankEntry, 'mac'>): Buffer {
  const { providerId, productId, kind, amount, reference, ticketId, operator, at } = entry;
  const movement = [providerId, productId, kind, amount, reference, ticketId ?? '', operator, at];
  return hmac(key, 'salar bank entry 1', movement);
}

/** Computes the MAC over a bank's statement: an operator imported this file. */
export function computeStatementMac(key: MacKey, statement: Omit<NewBankStatement, 'mac'>): Buffer {
  const { providerId, productId, account, format, firstDay, lastDay, opening, closing } = statement;
  const { lines, fileHash, operator, at } = statement;
  const content = [providerId, productId, account, format, firstDay, lastDay, opening, closing, lines];
  return hmac(key, 'salar bank statement 1', [...content, toHex(fileHash), operator, at]);
}

/** Computes the MAC over a line of the statement in a file. */
export function computeStatementLineMac(
  key: MacKey,
  line: Omit<BankStatementLineRow, 'lineId' | 'importedAt' | 'mac'>,
): Buffer {
  const { fileHash, providerId, bookedOn, amount, refs, ticketId } = line;
  const content = [toHex(fileHash), line.line, providerId, bookedOn, amount, ticketId ?? ''];
  return hmac(key, 'salar bank statement line 1', [...content, ...refs]);
}

type ProposedAct = {
  readonly proposalId: number;
  readonly act: string;
  readonly params: string;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
};

/** Computes the MAC over a proposal: the exchange wrote it for this operator. */
export function computeProposalMac(
  key: MacKey,
  { proposalId, act, params, proposedBy, proposedAt, expiresAt }: ProposedAct,
): Buffer {
  return hmac(key, 'salar proposal 2', [proposalId, act, params, proposedBy, proposedAt, expiresAt]);
}

/** Computes the MAC over the approval of a proposal: the exchange checked it and wrote it for this operator, at this time. */
export function computeProposalApprovalMac(
  key: MacKey,
  approval: { readonly proposalMac: Uint8Array; readonly decidedBy: string; readonly decidedAt: number },
): Buffer {
  const { proposalMac, decidedBy, decidedAt } = approval;
  return hmac(key, 'salar proposal approval 2', [
    Buffer.from(proposalMac).toString('hex'),
    decidedBy,
    decidedAt,
  ]);
}

/** Computes the MAC over a correction of a wallet: the exchange wrote it, automatically or for two operators. */
export function computeCorrectionMac(
  key: MacKey,
  correction: {
    readonly key: string;
    readonly chainId: number;
    readonly productId: ProductId;
    readonly ticketId: TicketId;
    readonly amount: bigint;
    readonly reason: string;
  },
): Buffer {
  const { chainId, productId, ticketId, amount, reason } = correction;
  return hmac(key, 'salar wallet correction 1', [
    correction.key,
    chainId,
    productId,
    ticketId,
    amount,
    reason,
  ]);
}

/** Contains what proves who an operator is, with everything that decides about access. */
type ProvedOperator = {
  readonly name: string;
  readonly version: number;
  readonly role: string;
  readonly userId: number | null;
  readonly publicKey: string | null;
  readonly secretHash: Uint8Array | null;
  readonly totpSecret: Uint8Array | null;
  readonly totpStep: number | null;
  readonly createdAt: number;
  readonly removedAt: number | null;
};

/** Computes the MAC over an operator's row: the exchange wrote it as this change of the row. */
export function computeOperatorMac(key: MacKey, operator: ProvedOperator): Buffer {
  const { name, version, role, userId, publicKey, secretHash, totpSecret, totpStep } = operator;
  const factor = [toHex(totpSecret), totpStep === null ? 'unconfirmed' : 'confirmed'];
  const access = [role, userId ?? '', publicKey ?? '', toHex(secretHash), ...factor];
  const times = [operator.createdAt, operator.removedAt ?? ''];
  return hmac(key, 'salar operator 2', [name, version, ...access, ...times]);
}

/** Computes the MAC over an operator's role and key as a version without numbered rows did. */
export function computeFormerOperatorMac(
  key: MacKey,
  operator: Pick<ProvedOperator, 'name' | 'role' | 'userId' | 'createdAt'> & { readonly publicKey: string },
): Buffer {
  const { name, role, userId, publicKey, createdAt } = operator;
  return hmac(key, 'salar operator 1', [name, role, userId ?? '', publicKey, createdAt]);
}

function hmac(key: MacKey, purpose: string, values: readonly (string | number | bigint)[]): Buffer {
  return computeMac(key, JSON.stringify([purpose, ...values.map(String)]));
}

function toHex(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes).toString('hex');
}
