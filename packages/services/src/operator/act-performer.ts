/** Previews and performs acts, with audit entries before and after. */
import { createHmac, randomBytes } from 'node:crypto';
import type { ProposalRow } from '@salar/store/tables/operators/proposals';
import { writePoint } from '@salar/store/write-points';
import { refuseAct } from './act.ts';
import type { ActContext, ActDetails, Answer, ChangeAct, Checked, OperatorAnswer, Params } from './act.ts';
import type { AuditedAct, OperatorAuditLog } from './operator-audit-log.ts';
import type { ProposalStore } from './proposal-store.ts';

/** Whether an operator previews an act or performs what they have seen. */
export type PreviewRequest = {
  /** `show` previews an act and changes nothing. */
  readonly mode: 'show' | 'do';
  /** The digest of the preview: the act is performed only if its preview is still the same. */
  readonly seen?: string;
};

/** The operator who performs an act, and the proposal that they approved if it takes two. */
type Performed = { readonly operator: string; readonly proposal: ProposalRow | null };

export type ActPerformerOptions = {
  readonly context: ActContext;
  readonly auditLog: OperatorAuditLog;
  readonly proposals: ProposalStore;
};

export class ActPerformer {
  readonly #options: ActPerformerOptions;
  /** Digests are stored with signed requests: under a key of this process, nobody can guess from one what was shown. */
  readonly #digestKey = randomBytes(32);
  #isUnfinished = false;

  constructor(options: ActPerformerOptions) {
    this.#options = options;
  }

  /** True after an act failed halfway, until `resumed`. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Records that every act that failed halfway is completed. */
  resumed(): void {
    this.#isUnfinished = false;
  }

  /** Returns the preview or a refusal instead of performing the act; null when the act may proceed. */
  preview(
    request: PreviewRequest,
    { details, effects }: Pick<Checked, 'details' | 'effects'>,
    text: string,
  ): OperatorAnswer | null {
    const seen = this.#computeDigest(details);
    if (request.mode === 'show') return { ok: true, text, facts: { ...details, ...effects }, seen };
    if (request.seen === undefined || request.seen === seen) return null;
    return refuseAct('facts_changed', 'the preview has changed since it was shown: look again');
  }

  /** Performs an act: intent, approval, act, outcome, in this order, so that a crash at any point leaves an entry and something to heal. */
  async perform(
    act: ChangeAct,
    params: Params,
    { operator, proposal }: Performed,
    audited: AuditedAct,
    detail: string,
  ): Promise<OperatorAnswer> {
    const { context, auditLog, proposals } = this.#options;
    const proposalId = proposal?.proposalId ?? null;
    const intent = await auditLog.intend(audited, detail);
    writePoint('operator.intended');
    if (proposal !== null) {
      await proposals.approve(proposal, operator);
      writePoint('operator.approved');
    }
    try {
      const answer = await act.run(context, params, { operator, proposalId });
      writePoint('operator.acted');
      const outcome = answer.ok ? omitSecrets(answer) : answer.text;
      if (proposalId !== null) await proposals.finish(proposalId, answer.ok, outcome);
      await auditLog.conclude(intent, answer.ok ? 'done' : 'refused', outcome);
      return answer;
    } catch (error) {
      // The outcome is unknown: a proposal stays approved and is performed again, before the next request or at the next start.
      this.#isUnfinished = true;
      const reason = error instanceof Error ? error.message : String(error);
      await auditLog.conclude(intent, 'failed', reason).catch(() => undefined); // the next start records it
      throw error;
    }
  }

  #computeDigest(details: ActDetails): string {
    return createHmac('sha256', this.#digestKey).update(JSON.stringify(details)).digest('hex');
  }
}

/** Formats what was shown of an act for the audit log and its proposal. */
export function formatDetail(details: ActDetails, unrecorded: readonly string[] = []): string {
  const recorded = Object.entries(details).map(([name, text]) => [
    name,
    unrecorded.includes(name) ? unrecordedText : text,
  ]);
  return JSON.stringify(Object.fromEntries(recorded));
}

const unrecordedText = 'as in the ticket';

/** Returns the sentence only, which never contains a secret. */
function omitSecrets({ text }: Answer): string {
  return text;
}
