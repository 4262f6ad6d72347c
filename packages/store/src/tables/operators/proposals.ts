/** Acts that need two operators: proposed by one, decided by another. */
import type { Minor } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

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
};

const columns = `proposal_id AS "proposalId", act, params, facts, value, proposed_by AS "proposedBy",
  proposed_at AS "proposedAt", expires_at AS "expiresAt", status, decided_by AS "decidedBy", decided_at AS "decidedAt",
  outcome`;

/** Adds an open proposal; returns null when the same one is open already. */
export async function insertProposal(
  db: Queryable,
  proposal: Pick<
    ProposalRow,
    'act' | 'params' | 'facts' | 'value' | 'proposedBy' | 'proposedAt' | 'expiresAt'
  >,
): Promise<ProposalRow | null> {
  const rows = await db.query<ProposalRow>(
    `INSERT INTO proposal (act, params, facts, value, proposed_by, proposed_at, expires_at, status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'open') ON CONFLICT DO NOTHING RETURNING ${columns}`,
    [
      proposal.act,
      proposal.params,
      proposal.facts,
      proposal.value,
      proposal.proposedBy,
      proposal.proposedAt,
      proposal.expiresAt,
    ],
  );
  return rows[0] ?? null;
}

export async function findProposal(db: Queryable, proposalId: number): Promise<ProposalRow | null> {
  const rows = await db.query<ProposalRow>(`SELECT ${columns} FROM proposal WHERE proposal_id = $1`, [
    proposalId,
  ]);
  return rows[0] ?? null;
}

/** Returns the open proposal of an act with these parameters. */
export async function findOpenProposal(
  db: Queryable,
  act: string,
  params: string,
): Promise<ProposalRow | null> {
  const rows = await db.query<ProposalRow>(
    `SELECT ${columns} FROM proposal WHERE act = $1 AND params = $2 AND status = 'open'`,
    [act, params],
  );
  return rows[0] ?? null;
}

/** Returns the newest proposals in any of the statuses, newest first. */
export async function listProposals(
  db: Queryable,
  { statuses, limit }: { readonly statuses: readonly ProposalStatus[]; readonly limit: number },
): Promise<readonly ProposalRow[]> {
  return db.query<ProposalRow>(
    `SELECT ${columns} FROM proposal WHERE status = ANY($1) ORDER BY proposal_id DESC LIMIT $2`,
    [statuses, limit],
  );
}

/** Decides an open proposal; returns null when it was no longer open. The table rejects approvals by the proposer. */
export async function decideProposal(
  db: Queryable,
  decision: {
    readonly proposalId: number;
    readonly to: 'approved' | 'declined';
    readonly by: string;
    readonly at: number;
    readonly outcome?: string;
  },
): Promise<ProposalRow | null> {
  const rows = await db.query<ProposalRow>(
    `UPDATE proposal SET status = $2, decided_by = $3, decided_at = $4, outcome = $5
     WHERE proposal_id = $1 AND status = 'open' RETURNING ${columns}`,
    [decision.proposalId, decision.to, decision.by, decision.at, decision.outcome ?? null],
  );
  return rows[0] ?? null;
}

/** Records the outcome of an approved proposal. */
export async function finishProposal(
  db: Queryable,
  end: { readonly proposalId: number; readonly to: 'done' | 'refused'; readonly outcome: string },
): Promise<void> {
  await db.query(
    `UPDATE proposal SET status = $2, outcome = $3 WHERE proposal_id = $1 AND status = 'approved'`,
    [end.proposalId, end.to, end.outcome],
  );
}

export async function expireProposals(db: Queryable, at: number): Promise<void> {
  await db.query(
    `UPDATE proposal SET status = 'expired', decided_at = $1 WHERE status = 'open' AND expires_at <= $1`,
    [at],
  );
}

/**
 * Returns what an act has moved since a time through its approved proposals, in minor units of the notional product.
 */
export async function sumValueApprovedSince(db: Queryable, act: string, since: number): Promise<Minor> {
  const rows = await db.query<{ sum: Minor }>(
    `SELECT coalesce(sum(value), 0) AS sum FROM proposal
     WHERE act = $1 AND status IN ('approved', 'done') AND decided_at > $2`,
    [act, since],
  );
  return rows[0]?.sum ?? (0n as Minor);
}
