/** Proposals: acts that one operator proposes and another one approves within a day. */
import { assert } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  decideProposal,
  expireProposals,
  findOpenProposal,
  findProposal,
  finishProposal,
  insertProposal,
  listProposals,
} from '@salar/store/tables/operators/proposals';
import type { ProposalRow, ProposalStatus } from '@salar/store/tables/operators/proposals';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeProposalApprovalMac, computeProposalMac } from '../crypto/ticket-macs.ts';
import type { Params, Row } from './act.ts';
import { readId, formatTime } from './act-format.ts';
import type { DecisionRecord } from './decision-record.ts';

export const proposalTtlMs = 24 * 60 * 60_000;
/** An approved act that a crash interrupted is performed again within this time: a later start finds a row of the past. */
const resumeTtlMs = 60 * 60_000;
const rowsMax = 100;
const statuses: readonly ProposalStatus[] = ['open', 'approved', 'done', 'refused', 'declined', 'expired'];

type ProposalStoreOptions = {
  readonly database: Database;
  readonly decisions: DecisionRecord;
  readonly clock: () => number;
  readonly ticketMacKey: MacKey;
};

export class ProposalStore {
  readonly #options: ProposalStoreOptions;

  constructor(options: ProposalStoreOptions) {
    this.#options = options;
  }

  /** Finds the open proposal of exactly this act. */
  async open(act: string, params: Params): Promise<ProposalRow | null> {
    await this.#expire();
    return findOpenProposal(this.#options.database, act, toCanonical(params));
  }

  async find(text: string): Promise<ProposalRow | null> {
    await this.#expire();
    const id = readId(text);
    return id === null ? null : findProposal(this.#options.database, id);
  }

  /** Lists proposals of one status, open ones by default, newest first; null for an unknown status. */
  async list(status: string = 'open'): Promise<readonly ProposalRow[] | null> {
    await this.#expire();
    const known = statuses.find((one) => one === status);
    return known === undefined
      ? null
      : listProposals(this.#options.database, { statuses: [known], limit: rowsMax });
  }

  /** Lists proposals that were approved and not performed because of a crash. */
  approved(): Promise<readonly ProposalRow[]> {
    return listProposals(this.#options.database, { statuses: ['approved'], limit: rowsMax });
  }

  async add(proposal: {
    readonly act: string;
    readonly params: Params;
    /** The preview as JSON text, without what is not recorded. */
    readonly detail: string;
    readonly value: Minor | null;
    readonly by: string;
  }): Promise<ProposalRow> {
    const at = this.#options.clock();
    const values = {
      act: proposal.act,
      params: toCanonical(proposal.params),
      proposedBy: proposal.by,
      proposedAt: at,
      facts: proposal.detail,
      value: proposal.value,
      expiresAt: at + proposalTtlMs,
    };
    const { database, ticketMacKey } = this.#options;
    const row = await database.transaction((tx) =>
      insertProposal(tx, values, (proposalId) => computeProposalMac(ticketMacKey, { ...values, proposalId })),
    );
    assert(row !== null, 'no identical proposal is open');
    return row;
  }

  /** Returns true for an open proposal of the exchange; false when somebody else wrote it, or put a decided one back. */
  isProved(row: ProposalRow): boolean {
    return !this.isDecided(row) && this.#isWritten(row);
  }

  /** Returns true when the proposal was performed or declined, whatever its row says. */
  isDecided({ proposalId }: Pick<ProposalRow, 'proposalId'>): boolean {
    return this.#options.decisions.isDecided(proposalId);
  }

  #isWritten(row: ProposalRow): boolean {
    const { ticketMacKey } = this.#options;
    return row.mac !== null && isMac(ticketMacKey, row.mac, (key) => computeProposalMac(key, row));
  }

  /** Returns true when the exchange also wrote that another operator approved it. */
  isApprovalProved(row: ProposalRow): boolean {
    const { decidedBy, decidedAt, proposedBy, approvalMac, mac } = row;
    if (!this.#isWritten(row) || mac === null || approvalMac === null) return false;
    if (decidedBy === null || decidedAt === null || decidedBy === proposedBy) return false;
    const { ticketMacKey } = this.#options;
    const approval = { proposalMac: mac, decidedBy, decidedAt };
    return isMac(ticketMacKey, approvalMac, (key) => computeProposalApprovalMac(key, approval));
  }

  /** Returns true while an approved act that a crash interrupted may be performed again. */
  mayResume({ decidedAt }: ProposalRow): boolean {
    return decidedAt !== null && decidedAt > this.#options.clock() - resumeTtlMs;
  }

  /** Approves the proposal that was read and checked; repeating it after a crash changes nothing. */
  async approve(proposal: ProposalRow, by: string): Promise<void> {
    const { database, ticketMacKey, clock } = this.#options;
    const { proposalId, mac } = proposal;
    assert(mac !== null && this.isProved(proposal), `proposal ${proposalId} was written by the exchange`);
    const at = clock();
    const row = await decideProposal(database, {
      proposalId,
      to: 'approved',
      by,
      at,
      mac,
      approvalMac: computeProposalApprovalMac(ticketMacKey, {
        proposalMac: mac,
        decidedBy: by,
        decidedAt: at,
      }),
    });
    if (row !== null) return;
    const known = await findProposal(this.#options.database, proposalId);
    assert(
      known?.status === 'approved' && this.isApprovalProved(known),
      `proposal ${proposalId} is open or approved when it is performed`,
    );
  }

  async decline(proposalId: number, by: string, reason: string): Promise<boolean> {
    const decision = { proposalId, to: 'declined', by, at: this.#options.clock(), outcome: reason } as const;
    const isDeclined = (await decideProposal(this.#options.database, decision)) !== null;
    if (isDeclined) this.#options.decisions.recordDecided(proposalId);
    return isDeclined;
  }

  /** Ends an approved proposal. It is never performed again. */
  async finish(proposalId: number, isDone: boolean, outcome: string): Promise<void> {
    this.#options.decisions.recordDecided(proposalId);
    await finishProposal(this.#options.database, { proposalId, to: isDone ? 'done' : 'refused', outcome });
  }

  readParams(proposal: ProposalRow): Params {
    return JSON.parse(proposal.params) as Params;
  }

  #expire(): Promise<void> {
    return expireProposals(this.#options.database, this.#options.clock());
  }
}

/** Serialises parameters, so that their order does not matter. */
function toCanonical(params: Params): string {
  const sorted = Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

export function describeProposal({ act, params, proposedBy }: ProposalRow): string {
  return `${act} ${params}, proposed by ${proposedBy}`;
}

/** Formats a row of the list. */
export function toProposalRow(row: ProposalRow): Row {
  return {
    proposal: String(row.proposalId),
    act: row.act,
    with: Object.values(JSON.parse(row.params) as Params).join(' '),
    'proposed by': row.proposedBy,
    at: formatTime(row.proposedAt),
    expires: formatTime(row.expiresAt),
    status: row.status,
    'decided by': row.decidedBy ?? '',
    outcome: row.outcome ?? '',
  };
}
