/**
 * Handles operators' requests: authenticates, authorises, previews, and performs acts, with audit entries before and after.
 *
 * One request at a time, so that what was checked is what is done.
 */
import { Mutex } from 'async-mutex';
import type { TicketDatabase } from '@salar/store';
import { finishPayouts } from '../payments/bank-payouts.ts';
import { describeWorker } from '../tickets/actors.ts';
import { acts } from './acts/index.ts';
import { refuseAct } from './act.ts';
import type { Act, ActContext, ChangeAct, OperatorAnswer } from './act.ts';
import { ActPerformer, formatDetail } from './act-performer.ts';
import { bankProviders } from './act-format.ts';
import { AttachedFile } from './attached-file.ts';
import { finishBankCost } from './bank-costs.ts';
import { finishBankDeposits } from './bank-deposits.ts';
import { isOperatorCommand, operatorCommand, paramsProblem } from './commands.ts';
import { OperatorAuditLog } from './operator-audit-log.ts';
import { OperatorRegistry } from './operator-registry.ts';
import type { OperatorRequest } from './operator-request.ts';
import { mayOperator } from './permissions.ts';
import { isSessionCommand, OperatorSessions } from './operator-sessions.ts';
import type { OperatorSessionsOptions } from './operator-sessions.ts';
import { performInterruptedProposals } from './interrupted-proposals.ts';
import { ProposalStore } from './proposal-store.ts';
import { RequestAuthentication } from './request-authentication.ts';
import type { RequestAuthenticationOptions } from './request-authentication.ts';
import {
  SecondApproval,
  isOwn,
  isProposalCommand,
  refuseNotPermitted,
  refuseOwnAccount,
} from './second-approval.ts';
import type { SignedInRequest } from './second-approval.ts';

export type OperatorServiceOptions = Omit<ActContext, 'operators' | 'attached'> &
  RequestAuthenticationOptions &
  OperatorSessionsOptions & { readonly database: TicketDatabase };

/** The most payouts that are completed at the start. */
const healedMax = 10_000;

export class OperatorService {
  readonly #context: ActContext;
  readonly #operators: OperatorRegistry;
  readonly #auditLog: OperatorAuditLog;
  readonly #authentication: RequestAuthentication;
  readonly #sessions: OperatorSessions;
  readonly #performer: ActPerformer;
  readonly #secondApproval: SecondApproval;
  readonly #proposals: ProposalStore;
  readonly #attached = new AttachedFile();
  readonly #mutex = new Mutex();

  constructor(options: OperatorServiceOptions) {
    this.#operators = new OperatorRegistry(options);
    this.#auditLog = new OperatorAuditLog(options);
    this.#authentication = new RequestAuthentication({
      ...options,
      operators: this.#operators,
      auditLog: this.#auditLog,
    });
    this.#sessions = new OperatorSessions({
      ...options,
      operators: this.#operators,
      auditLog: this.#auditLog,
    });
    this.#context = { ...options, operators: this.#operators, attached: this.#attached };
    this.#proposals = new ProposalStore(options);
    const shared = { context: this.#context, auditLog: this.#auditLog, proposals: this.#proposals };
    this.#performer = new ActPerformer(shared);
    this.#secondApproval = new SecondApproval({ ...shared, performer: this.#performer });
  }

  /** Completes what a crash interrupted: credits, payouts, approved proposals; and closes open audit intents. */
  async heal(): Promise<void> {
    const healing = { ...this.#context, by: describeWorker('bank after a restart') };
    await finishBankDeposits(healing);
    await finishBankCost(this.#context);
    await finishPayouts(healing, bankProviders(this.#context), healedMax);
    await this.#auditLog.concludeInterrupted();
    await performInterruptedProposals({
      context: this.#context,
      performer: this.#performer,
      proposals: this.#proposals,
    });
    this.#performer.resumed();
  }

  /** Handles one request; requests run one after another. @throws when the database or the ledger is unavailable */
  handle(request: OperatorRequest): Promise<OperatorAnswer> {
    return this.#mutex.runExclusive(async () => {
      this.#attached.hold(request.file ?? null);
      try {
        return await this.#handleNext(request);
      } finally {
        this.#attached.hold(null);
      }
    });
  }

  async #handleNext(received: OperatorRequest): Promise<OperatorAnswer> {
    // An unfinished act is completed before any other request: otherwise it could be done twice, the second time at the next start.
    if (this.#performer.isUnfinished) await this.heal();
    const opened = await this.#authentication.open(received);
    if (!opened.ok) return opened;
    const { operator, call, requestHash, session } = opened;
    const { command, params } = call;
    if (!isOperatorCommand(command)) return refuseAct('command_unknown', `there is no command ${command}`);
    const spec = operatorCommand(command);
    const problem = paramsProblem(spec, params);
    if (problem !== null) return refuseAct('params_wrong', `${command}: ${problem}`);
    if (session !== null && requestHash !== null) {
      const inSession = { operator: operator.name, session, requestHash };
      if (isSessionCommand(command)) return this.#sessions.handle(command, inSession, params['code'] ?? '');
      const refused = await this.#sessions.check(inSession);
      if (refused !== null) return refused;
    } else if (isSessionCommand(command))
      return refuseAct('not_signed_in', 'a session needs a signed request');
    const signedInRequest = { operator, command, params, request: call, requestHash };
    if (!mayOperator(operator.role, spec.permission))
      return refuseNotPermitted(this.#auditLog, signedInRequest, spec.permission);
    return isProposalCommand(command)
      ? this.#secondApproval.handle(command, signedInRequest)
      : this.#act(acts[command], signedInRequest);
  }

  async #act(act: Act, signedInRequest: SignedInRequest): Promise<OperatorAnswer> {
    const { operator, command, params, requestHash } = signedInRequest;
    if (act.kind === 'change') return this.#change(act, signedInRequest);
    const object = act.object(params);
    if (object !== null)
      await this.#auditLog.note({ operator: operator.name, act: command, object, requestHash }, 'read', '');
    return act.read(this.#context, params, operator);
  }

  async #change(act: ChangeAct, signedInRequest: SignedInRequest): Promise<OperatorAnswer> {
    const { operator, command, params, request, requestHash } = signedInRequest;
    const checked = await act.check(this.#context, params, operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return refuseOwnAccount();
    if (checked.needsTwo) return this.#secondApproval.propose(act, signedInRequest, checked);
    const preview = this.#performer.preview(request, checked, `${command}: this is what will be done.`);
    if (preview !== null) return preview;
    const audited = { operator: operator.name, act: command, object: checked.object, requestHash };
    const execution = { operator: operator.name, proposal: null };
    const detail = formatDetail(
      { ...checked.details, ...checked.effects, ...checked.evidence },
      checked.unrecorded,
    );
    return this.#performer.perform(act, params, execution, audited, detail);
  }
}
