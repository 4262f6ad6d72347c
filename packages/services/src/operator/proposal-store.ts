/** Proposals: what one operator asks for and another one approves within a day. */
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
import type { ActDetails, Params, Row } from './act.ts';
import { readId, formatTime } from './act-format.ts';

export const proposalTtlMs = 24 * 60 * 60_000;
const rowsMax = 100;
const statuses: readonly ProposalStatus[] = ['open', 'approved', 'done', 'refused', 'declined', 'expired'];

export class ProposalStore {
  readonly #database: Database;
  readonly #clock: () => number;

  constructor(options: { readonly database: Database; readonly clock: () => number }) {
    this.#database = options.database;
    this.#clock = options.clock;
  }

  /** The open proposal of exactly this act. */
  async open(act: string, params: Params): Promise<ProposalRow | null> {
    await this.#expire();
    return findOpenProposal(this.#database, act, canonical(params));
  }

  async find(text: string): Promise<ProposalRow | null> {
    await this.#expire();
    const id = readId(text);
    return id === null ? null : findProposal(this.#database, id);
  }

  /** Of one status, open ones when none is named, newest first; null for a status that does not exist. */
  async list(status: string = 'open'): Promise<readonly ProposalRow[] | null> {
    await this.#expire();
    const known = statuses.find((one) => one === status);
    return known === undefined ? null : listProposals(this.#database, { statuses: [known], limit: rowsMax });
  }

  /** Approved and not yet done: a crash came between. */
  approved(): Promise<readonly ProposalRow[]> {
    return listProposals(this.#database, { statuses: ['approved'], limit: rowsMax });
  }

  async add(proposal: {
    readonly act: string;
    readonly params: Params;
    readonly facts: ActDetails;
    readonly value: Minor | null;
    readonly by: string;
  }): Promise<ProposalRow> {
    const at = this.#clock();
    const row = await insertProposal(this.#database, {
      act: proposal.act,
      params: canonical(proposal.params),
      facts: JSON.stringify(proposal.facts),
      value: proposal.value,
      proposedBy: proposal.by,
      proposedAt: at,
      expiresAt: at + proposalTtlMs,
    });
    assert(row !== null, 'no such proposal was open a moment ago');
    return row;
  }

  /** Approving again, after a crash, changes nothing. */
  async approve(proposalId: number, by: string): Promise<void> {
    const row = await decideProposal(this.#database, { proposalId, to: 'approved', by, at: this.#clock() });
    if (row !== null) return;
    const known = await findProposal(this.#database, proposalId);
    assert(known?.status === 'approved', `proposal ${proposalId} is open or approved when it is done`);
  }

  async decline(proposalId: number, by: string, reason: string): Promise<boolean> {
    const decision = { proposalId, to: 'declined', by, at: this.#clock(), outcome: reason } as const;
    return (await decideProposal(this.#database, decision)) !== null;
  }

  finish(proposalId: number, isDone: boolean, outcome: string): Promise<void> {
    return finishProposal(this.#database, { proposalId, to: isDone ? 'done' : 'refused', outcome });
  }

  readParams(proposal: ProposalRow): Params {
    return JSON.parse(proposal.params) as Params;
  }

  #expire(): Promise<void> {
    return expireProposals(this.#database, this.#clock());
  }
}

/** The same parameters give the same text, however they were ordered. */
function canonical(params: Params): string {
  const sorted = Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

export function describeProposal({ act, params, proposedBy }: ProposalRow): string {
  return `${act} ${params}, proposed by ${proposedBy}`;
}

/** One line of a list. */
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
