/**
 * Open withdrawals of a version that did not prove their statuses. Each gets its MACs once, when somebody has decided to trust
 * it; one whose terms were changed gets none, and waits for operators.
 */
import { withSeals } from '@salar/store';
import type { ColumnSeals, Queryable } from '@salar/store';
import {
  hasWithdrawalMacs,
  listFormerWithdrawals,
  sealWithdrawal,
} from '@salar/store/tables/tickets/former-withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeCodeMac, computeTicketMac } from '../crypto/ticket-macs.ts';
import { toChainId } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import { confirmedStates, releasingStates, toWithdrawalState } from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';
import { describeWorker } from '../tickets/actors.ts';
import { computeTransition } from '../tickets/ticket-transitions.ts';
import { toProvedTicket } from './withdrawal-moves.ts';
import { toUncheckedTerms } from './withdrawal-steps.ts';

type Options = {
  readonly ticketMacKey: MacKey;
  readonly seals: ColumnSeals;
  readonly providers: readonly TicketProvider[];
};

/** An open withdrawal of the version before, with its next step once it is trusted. */
export type FormerWithdrawal = {
  readonly row: WithdrawalRow;
  /** A sentence for operators; also why the withdrawal is not trusted. */
  readonly next: string;
};

const openStates: readonly WithdrawalState[] = [
  'New',
  'Pending2Fa',
  ...confirmedStates.filter((state) => state !== 'FullyProcessed'),
  ...releasingStates,
];

/** Lists the open withdrawals of the version before, oldest first. */
export async function describeFormerWithdrawals(
  on: Queryable,
  options: Options,
): Promise<readonly FormerWithdrawal[]> {
  const rows = await listFormerWithdrawals(withSeals(on, options.seals), openStates);
  return rows.map((row) => {
    const provider = findProvider(options, row);
    if (provider === undefined) return { row, next: unknownProvider };
    const isBank = provider.kind === 'bank';
    const isIntact = isUnchanged(options, row);
    return { row, next: isIntact ? describeNext(toWithdrawalState(row.status), isBank) : changedTerms };
  });
}

/** Proves the open withdrawals of a version without these MACs. */
export function createWithdrawalProofs(options: Options): ProvedTable {
  const { ticketMacKey } = options;
  return {
    name: 'withdrawal',
    macColumns: ['status_mac', 'code_mac'],
    hasMacs: hasWithdrawalMacs,
    async proveAll(tx: Queryable) {
      const rows = await listFormerWithdrawals(withSeals(tx, options.seals), openStates);
      const proved = rows.filter((row) => isUnchanged(options, row));
      for (const row of proved) await sealWithdrawal(tx, row.ticketId, computeMacs(ticketMacKey, row));
      return proved.length;
    },
  };
}

/** The status is proved, with which the proved history begins, and before the confirmation the mailed code. */
function computeMacs(key: MacKey, row: WithdrawalRow) {
  const { ticketId, userId, status, updatedAt: at, codeHash, codeExpiresAt } = row;
  const change = { to: status, by: describeWorker('rows of version 0.1'), at };
  const transition = computeTransition(key, toProvedTicket(row), null, change);
  if (status !== 'Pending2Fa') return { transition };
  const code = { ticketId, userId, codeHash: codeHash ?? Buffer.alloc(0), expiresAt: codeExpiresAt ?? 0 };
  return { transition, codeMac: computeCodeMac(key, code) };
}

/** The MAC of a withdrawal's terms is of the version before, by the same key. */
function isUnchanged(options: Options, row: WithdrawalRow): boolean {
  const provider = findProvider(options, row);
  if (provider === undefined) return false;
  const terms = toUncheckedTerms(row, toChainId(provider));
  return isMac(options.ticketMacKey, row.mac, (key) => computeTicketMac(key, terms));
}

function findProvider({ providers }: Options, { providerId }: WithdrawalRow): TicketProvider | undefined {
  return providers.find((provider) => provider.providerId === providerId);
}

const changedTerms =
  'NOT TRUSTED: its terms were changed in the database. It stays as it is; find out who changed it';
const unknownProvider = 'NOT TRUSTED: its network is not in the settings. Add it, or it stays as it is';

function describeNext(state: WithdrawalState, isBank: boolean): string {
  switch (state) {
    case 'New':
      return 'the request is completed: the money is held and the mail sent';
    case 'Pending2Fa':
      return 'its mailed link works until it expires; then the money returns';
    case 'Confirmed2Fa':
    case 'Delayed':
      return 'is decided about by the rules of acceptance';
    case 'AdminProcessing':
      return 'waits for an operator: withdrawals accept, or withdrawals reject';
    case 'AutoAccepted':
    case 'Accepted':
      return isBank ? 'waits for an operator: payout start' : 'is paid';
    case 'SystemProcessing':
      return isBank
        ? "an operator has it: compare with the bank's statement, then payout sent or payout returned"
        : 'its payment is completed; a ticket that is signed already is not signed again';
    case 'Submitted':
    case 'Confirmed':
      return isBank
        ? 'the bank has it: payout settled, or payout returned'
        : 'its payment is followed to its end';
    default:
      return 'has ended: its money returns, unless the signer has signed a payment of it';
  }
}
