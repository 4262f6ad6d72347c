/** Two operators on their socket: they book bank deposits, work on payouts, and retry when there is no response. */
import { randomBytes } from 'node:crypto';
import { sendOperatorRequest } from '@salar/exchange/operator/operator-client';
import { openOperatorKey } from '@salar/exchange/operator/operator-key';
import { getOperatorSocketPath } from '@salar/exchange/operator/socket-path';
import type { OperatorAnswer } from '@salar/services/operator/act';
import { RequestSigner } from '@salar/services/operator/operator-request';
import { addOperator, testPassphrase } from '../support/operators.ts';
import { pause } from './customers.ts';
import type { Ledger } from './ledger.ts';

const patienceMs = 90_000;
const retryPauseMs = 200;
const roundPauseMs = 400;
/** The share of waiting payouts to start in each round; the others may still be canceled. */
const startedShare = 0.4;
const unsentShare = 0.1;
const returnedShare = 0.15;
const costShare = 0.03;

type Params = Readonly<Record<string, string>>;

export class BackOffice {
  /** Payouts that were reported as returned. */
  readonly returned = new Set<string>();
  readonly #dataDir: string;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  #operators: readonly [RequestSigner, RequestSigner] | null = null;
  #isOpen = false;
  #rounds: Promise<void> = Promise.resolve();
  #costs = 0;

  constructor(dataDir: string, ledger: Ledger, random: () => number) {
    this.#dataDir = dataDir;
    this.#ledger = ledger;
    this.#random = random;
  }

  async hire(): Promise<void> {
    const first = await addOperator(this.#dataDir, null, 'olga', 'admin');
    const second = await addOperator(this.#dataDir, first, 'pablo', 'admin');
    this.#operators = [await openSigner(first), await openSigner(second)];
  }

  start(): void {
    this.#isOpen = true;
    this.#rounds = this.#work();
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    await this.#rounds;
  }

  /** Books a line of the bank statement. */
  async book(params: Params): Promise<void> {
    const answer = await this.runWithApproval('bank credit', params);
    // The reference was used before: it was booked, and the response was lost.
    if (!answer.ok && answer.refusal !== 'reference_used')
      throw new Error(`bank credit ${JSON.stringify(params)}: ${answer.text}`);
  }

  /** Runs a command as the first operator; the second one approves it when two are needed. */
  async runWithApproval(command: string, params: Params): Promise<OperatorAnswer> {
    const [first, second] = this.#both;
    const answer = await this.#send(first, command, params);
    const isProposed = answer.ok
      ? answer.facts?.['proposal'] !== undefined
      : answer.refusal === 'already_proposed';
    return isProposed ? this.#send(second, command, params) : answer;
  }

  /** Runs a command as the first operator. */
  run(command: string, params: Params = {}): Promise<OperatorAnswer> {
    return this.#send(this.#both[0], command, params);
  }

  get #both(): readonly [RequestSigner, RequestSigner] {
    if (this.#operators === null) throw new Error('no operator was added');
    return this.#operators;
  }

  async #send(by: RequestSigner, command: string, params: Params): Promise<OperatorAnswer> {
    const deadline = Date.now() + patienceMs;
    const socketPath = getOperatorSocketPath(this.#dataDir);
    for (;;) {
      try {
        const answer = await sendOperatorRequest({ socketPath }, by.sign({ command, params, mode: 'do' }));
        if (answer.ok || answer.refusal !== 'unavailable') return answer;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      if (Date.now() > deadline) throw new Error(`${command} got no response`);
      await pause(retryPauseMs * (0.5 + this.#random()));
    }
  }

  async #work(): Promise<void> {
    while (this.#isOpen) {
      try {
        const payouts = await this.run('payout list');
        const rows = payouts.ok ? (payouts.rows ?? []) : [];
        for (const { ticket = '', status = '' } of rows) await this.#step(ticket, status);
        if (this.#random() < costShare) await this.#cost();
      } catch (error) {
        this.#ledger.faults.push(`back office: ${error instanceof Error ? error.message : String(error)}`);
      }
      await pause(roundPauseMs);
    }
  }

  async #step(ticket: string, status: string): Promise<void> {
    const isBack = this.#random() < (status === 'SystemProcessing' ? unsentShare : returnedShare);
    switch (status) {
      case 'AutoAccepted':
      case 'Accepted':
        if (this.#random() < startedShare) await this.#act('payout start', { ticket });
        return;
      case 'SystemProcessing':
        if (isBack) return this.#return({ ticket, reason: 'the bank is closed' });
        return this.#act('payout sent', { ticket, reference: `out-${ticket}` });
      case 'Submitted':
        if (isBack) return this.#return({ ticket, reason: 'sent back', reference: `back-${ticket}` });
        return this.#act('payout settled', { ticket });
      default:
        return this.#act('payout settled', { ticket });
    }
  }

  async #return(params: Params): Promise<void> {
    this.returned.add(params['ticket'] ?? '');
    await this.#act('payout returned', params);
  }

  /** The payout may have been canceled, or done by a request whose response was lost. */
  async #act(command: string, params: Params): Promise<void> {
    const answer = await this.run(command, params);
    if (!answer.ok && answer.refusal !== 'not_possible')
      this.#ledger.faults.push(`${command} ${JSON.stringify(params)}: ${answer.text}`);
  }

  async #cost(): Promise<void> {
    this.#costs += 1;
    const params = { provider: 'COP_FIAT_BANK', amount: '4.5', reference: `cost-${this.#costs}` };
    const answer = await this.run('bank cost', params);
    if (!answer.ok && answer.refusal !== 'reference_used')
      this.#ledger.faults.push(`bank cost: ${answer.text}`);
  }
}

/** Opens the key of `name:key file`. */
async function openSigner(operator: string): Promise<RequestSigner> {
  const [name = '', ...rest] = operator.split(':');
  const session = randomBytes(16).toString('hex');
  const sign = await openOperatorKey(rest.join(':'), () => Promise.resolve(testPassphrase));
  return new RequestSigner({ installation: 'localhost', operator: name, session, sign, clock: Date.now });
}
