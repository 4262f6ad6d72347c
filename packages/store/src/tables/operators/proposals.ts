/** Acts that need two operators: proposed by one, decided by another. */
import { millis, minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';

export type ProposalStatus = 'open' | 'approved' | 'done' | 'refused' | 'declined' | 'expired';

export type ProposalRow = {
  readonly proposalId: number;
  readonly act: string;
  /** Canonical JSON text. */
  readonly params: string;
  /** JSON text: the details that the proposer was shown. */
  readonly facts: string;
  /** Minor units of the notional product; null when the act moves nothing of value. */
  readonly value: Minor | null;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
  readonly status: ProposalStatus;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly outcome: string | null;
  /** Prove what was proposed, and that it was approved; null in rows of version 0.1. */
  readonly mac: Buffer | null;
  readonly approvalMac: Buffer | null;
};

const columns = [
  'proposal_id as proposalId',
  'act',
  'params',
  'facts',
  'value',
  'proposed_by as proposedBy',
  'proposed_at as proposedAt',
  'expires_at as expiresAt',
  'status',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'outcome',
  'mac',
  'approval_mac as approvalMac',
] as const;
const selectProposals = tables.selectFrom('proposal').select(columns);

/**
 * Adds an open proposal; returns null when the same one is open already.
 *
 * @param seal  computes the MAC once the proposal has its number; `db` is a transaction
 */
export async function insertProposal(
  db: Queryable,
  proposal: Pick<
    ProposalRow,
    'act' | 'params' | 'facts' | 'value' | 'proposedBy' | 'proposedAt' | 'expiresAt'
  >,
  seal: (proposalId: number) => Buffer,
): Promise<ProposalRow | null> {
  const row = await runFirst(
    db,
    tables
      .insertInto('proposal')
      .values({
        act: proposal.act,
        params: proposal.params,
        facts: proposal.facts,
        value: proposal.value,
        proposed_by: proposal.proposedBy,
        proposed_at: proposal.proposedAt,
        expires_at: proposal.expiresAt,
        status: 'open',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('proposal_id as proposalId'),
  );
  if (row === null) return null;
  const { proposalId } = row;
  return runFirst(
    db,
    tables
      .updateTable('proposal')
      .set({ mac: seal(proposalId) })
      .where('proposal_id', '=', proposalId)
      .returning(columns),
  );
}

export async function findProposal(db: Queryable, proposalId: number): Promise<ProposalRow | null> {
  return runFirst(db, selectProposals.where('proposal_id', '=', proposalId));
}

/** Returns the open proposal of an act with these parameters. */
export async function findOpenProposal(
  db: Queryable,
  act: string,
  params: string,
): Promise<ProposalRow | null> {
  return runFirst(
    db,
    selectProposals.where('act', '=', act).where('params', '=', params).where('status', '=', 'open'),
  );
}

/** Returns the newest proposals in any of the statuses, newest first. */
export async function listProposals(
  db: Queryable,
  { statuses, limit }: { readonly statuses: readonly ProposalStatus[]; readonly limit: number },
): Promise<readonly ProposalRow[]> {
  return run(
    db,
    selectProposals.where('status', '=', matchAny(statuses)).orderBy('proposal_id', 'desc').limit(limit),
  );
}

/**
 * Decides an open proposal; returns null when it was no longer open, or is not the one that was read. The table rejects approvals
 * by the proposer.
 */
export async function decideProposal(
  db: Queryable,
  decision: {
    readonly proposalId: number;
    readonly to: 'approved' | 'declined';
    readonly by: string;
    readonly at: number;
    readonly outcome?: string;
    readonly approvalMac?: Buffer;
    /** The MAC of the proposal that was read; any for a decision that performs nothing. */
    readonly mac?: Buffer;
  },
): Promise<ProposalRow | null> {
  const { mac } = decision;
  return runFirst(
    db,
    tables
      .updateTable('proposal')
      .$if(mac !== undefined, (query) => query.where('mac', '=', mac ?? null))
      .set({
        status: decision.to,
        decided_by: decision.by,
        decided_at: decision.at,
        outcome: decision.outcome ?? null,
        approval_mac: decision.approvalMac ?? null,
      })
      .where('proposal_id', '=', decision.proposalId)
      .where('status', '=', 'open')
      .returning(columns),
  );
}

/** Records the outcome of an approved proposal. */
export async function finishProposal(
  db: Queryable,
  end: { readonly proposalId: number; readonly to: 'done' | 'refused'; readonly outcome: string },
): Promise<void> {
  await run(
    db,
    tables
      .updateTable('proposal')
      .set({ status: end.to, outcome: end.outcome })
      .where('proposal_id', '=', end.proposalId)
      .where('status', '=', 'approved'),
  );
}

export async function expireProposals(db: Queryable, at: number): Promise<void> {
  await run(
    db,
    tables
      .updateTable('proposal')
      .set({ status: 'expired', decided_at: at })
      .where('status', '=', 'open')
      .where('expires_at', '<=', millis(at)),
  );
}

/**
 * Returns what an act has moved since a time through its approved proposals, in minor units of the notional product.
 */
export async function sumValueApprovedSince(db: Queryable, act: string, since: number): Promise<Minor> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('proposal')
      .select(({ fn }) => fn.sum<bigint | null>('value').as('sum'))
      .where('act', '=', act)
      .where('status', 'in', ['approved', 'done'])
      .where('decided_at', '>', millis(since)),
  );
  return minor(row?.sum ?? 0n);
}
