/** Formats what version 0.1 left, for the people who decide whether to trust it. */
import { createHash } from 'node:crypto';
import { formatAmount } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { FormerWithdrawal } from '@salar/services/withdrawals/former-withdrawals';
import type { FormerRows } from '@salar/store/tables/former-rows';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import type { ProposalRow } from '@salar/store/tables/operators/proposals';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import type { TrustedParts } from '../compose/trust-file.ts';
import { products } from '../seed/catalogue.ts';

export type FormerVersion = {
  /** Names the parts that are proved once they are trusted. */
  readonly parts: ReadonlyMap<string, FormerRows>;
  readonly operators: readonly OperatorRow[];
  readonly withdrawals: readonly FormerWithdrawal[];
  /** These are never proved: operators give their commands again. */
  readonly bankDeposits: readonly DepositRow[];
  readonly proposals: readonly ProposalRow[];
};

const labels: Readonly<Record<string, string>> = {
  journal: 'commands in the journal',
  app_user: 'customers',
  second_factor: 'second factors',
  passkey: 'passkeys',
  api_key: 'API keys',
  credential_change: 'changes of credentials',
  destination: 'saved destinations',
  level_request: 'requests for levels',
  verification_review: 'reviews of identities',
  operator: 'operators',
  wallet_correction: 'corrections of wallets',
  withdrawal: 'open withdrawals',
};

/** Computes one digest over all parts. */
export function computeDigest(parts: FormerVersion['parts']): string {
  const lines = Array.from(parts, ([part, { rows, digest }]) => `${part} ${rows} ${digest}`);
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

export function formatCarryOver(former: FormerVersion): string {
  const digest = computeDigest(former.parts);
  return [
    'The books agree to the last unit. Version 0.1 left in the database, without proof of who wrote it:',
    ...Array.from(former.parts, ([part, { rows }]) => {
      const count = rows.toLocaleString('en-US').padStart(12);
      return `${count}  ${labels[part] ?? `rows in ${part}`}`;
    }),
    ...formatSection(
      'Operators, who register a key with their secret:',
      former.operators.map(formatOperator),
    ),
    ...formatSection('Open withdrawals:', former.withdrawals.map(formatWithdrawal)),
    ...formatSection(
      'Bank deposits without a credit, which are credited when an operator repeats the command:',
      former.bankDeposits.map(formatBankDeposit),
    ),
    ...formatSection('Proposals, which are declined and made again:', former.proposals.map(formatProposal)),
    '',
    `digest ${digest}`,
    '',
    'Compare it with what you expect. To trust it from now on as if this version had written it:',
    `  npm run carry-over -- --digest ${digest} --by "YOUR NAME"`,
  ].join('\n');
}

/** Formats the record when nothing is left to decide. */
export function formatTrusted(parts: TrustedParts): string {
  const lines = Object.entries(parts).map(
    ([part, { rows, by, at }]) => `  ${rows} ${labels[part] ?? `rows in ${part}`}: ${by}, ${at}`,
  );
  return ['Nothing of version 0.1 is left to decide about.', ...lines].join('\n');
}

function formatSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function formatOperator({ name, role }: OperatorRow): string {
  return `${name} (${role})`;
}

function formatWithdrawal({ row, next }: FormerWithdrawal): string {
  const { ticketId, status, productId, amount, fee, destination } = row;
  return `${ticketId}  ${status}: ${formatProductAmount(productId, amount - fee)} to ${destination}: ${next}`;
}

function formatBankDeposit({ ticketId, productId, amount, txId }: DepositRow): string {
  return `${ticketId}: ${formatProductAmount(productId, amount)}, reference ${txId}`;
}

function formatProposal({ proposalId, act, params, proposedBy }: ProposalRow): string {
  return `${proposalId}: ${act} ${params}, proposed by ${proposedBy}`;
}

function formatProductAmount(productId: ProductId, amount: bigint): string {
  const product = Object.values(products).find((one) => one.productId === productId);
  return product === undefined
    ? `${amount} minor units of product ${productId}`
    : `${formatAmount(amount, product.decimals)} ${product.symbol}`;
}
