/**
 * The process of the load generator: replays the reference flow, either in a closed loop with a fixed number of calls in
 * flight, or on a clock.
 *
 * A cancel waits for the response to its order, which contains the order's id.
 */
import { drawFlow } from './flow.ts';
import type { Flow } from './flow.ts';
import type { Transport, OnReply } from './transport.ts';
import { lateMs } from './load-messages.ts';
import type { CallName, LoadJob, LoadResult } from './load-messages.ts';
import { HttpTransport } from './http-transport.ts';
import { SocketTransport } from './socket-transport.ts';
import { Latencies } from './latency.ts';
import { machineTime } from './subscriber-messages.ts';

const clockStepMs = 1;

type Phase = { readonly until: number; readonly latencies: Latencies | null; readonly ended: () => void };

class Load {
  readonly #flow: Flow;
  readonly #job: LoadJob;
  readonly #transport: Transport;
  /** Requests ready to be sent; for a cancel, without the id. */
  readonly #prepared: string[];
  readonly #idle: number[];
  /** Per slot, the row of the call in flight, and when it was sent. */
  readonly #rows: Int32Array;
  readonly #sentAt: Float64Array;
  /** The id that the exchange assigned to each order of the flow; 0 before its response. */
  readonly #orderIds: Float64Array;
  readonly #waitingFor = new Map<number, { slot: number; row: number }>();
  readonly #refused: Record<string, number> = {};
  #next = 0;
  #inFlight = 0;
  #accepted = 0;
  /** Order ids and the times of their acknowledgement, alternating. */
  readonly #acknowledged: number[] = [];
  #phase: Phase | null = null;
  /** When the call that is being sent was due, if it is late. */
  #dueAt: number | null = null;

  private constructor(flow: Flow, job: LoadJob, transport: Transport) {
    this.#flow = flow;
    this.#job = job;
    this.#transport = transport;
    this.#idle = Array.from({ length: job.inFlight }, (_, slot) => slot);
    this.#rows = new Int32Array(job.inFlight);
    this.#sentAt = new Float64Array(job.inFlight);
    this.#orderIds = new Float64Array(flow.count + 1);
    this.#prepared = Array.from({ length: flow.count }, (_, row) => this.#prepareOrder(row));
  }

  static async open(flow: Flow, job: LoadJob): Promise<Load> {
    let load: Load | undefined;
    const replied: OnReply = (slot, answer) => load?.answered(slot, answer);
    const transport =
      job.transport === 'http'
        ? await HttpTransport.open(job.port, job.inFlight, replied)
        : await SocketTransport.open(job.port, job.customers, replied);
    load = new Load(flow, job, transport);
    return load;
  }

  /** Sends all rows before `until` and waits for the last response. */
  run(until: number, latencies: Latencies | null): Promise<void> {
    return new Promise((ended) => {
      this.#phase = { until, latencies, ended };
      if (this.#job.perSecond !== undefined) this.#sendOnClock(this.#phase, this.#job.perSecond);
      else for (const slot of this.#idle.splice(0)) this.#sendNext(slot, this.#phase);
    });
  }

  get totals(): Pick<LoadResult, 'ordersAccepted' | 'refused' | 'acknowledged'> {
    const acknowledged = this.#job.keepAcknowledged && { acknowledged: this.#acknowledged };
    return { ordersAccepted: this.#accepted, refused: this.#refused, ...acknowledged };
  }

  close(): void {
    this.#transport.close();
  }

  answered(slot: number, answer: string): void {
    const phase = this.#phase;
    if (phase === null) throw new Error('a response without a request');
    phase.latencies?.record((performance.now() - (this.#sentAt[slot] ?? 0)) * 1000);
    this.#inFlight -= 1;
    const row = this.#rows[slot] ?? 0;
    const isRight = answer.startsWith('200 {"status":"Acc') || answer.startsWith('200 {"result":true');
    if (!isRight) this.#refused[answer] = (this.#refused[answer] ?? 0) + 1;
    if (this.#flow.isCancel[row] !== 1) this.#learnId(row, isRight ? answer : null);
    if (this.#job.perSecond === undefined || this.#next >= phase.until) this.#sendNext(slot, phase);
    else this.#idle.push(slot);
  }

  /** Sends each row when it is due; when every slot is taken, as soon as one is free. */
  #sendOnClock(phase: Phase, perSecond: number): void {
    const first = this.#next;
    const startedAt = performance.now();
    const sendDue = (): void => {
      const now = performance.now();
      // The first row is due at the start.
      const due = first + Math.floor(((now - startedAt) * perSecond) / 1000) + 1;
      while (this.#next < Math.min(due, phase.until) && this.#idle.length > 0) {
        const dueAt = startedAt + ((this.#next - first) * 1000) / perSecond;
        this.#dueAt = now - dueAt > lateMs ? dueAt : null;
        this.#sendNext(this.#idle.pop() ?? 0, phase);
        this.#dueAt = null;
      }
      if (this.#next < phase.until) setTimeout(sendDue, clockStepMs);
    };
    sendDue();
  }

  #sendNext(slot: number, phase: Phase): void {
    if (this.#next >= phase.until) {
      this.#idle.push(slot);
      if (this.#inFlight === 0 && this.#waitingFor.size === 0) phase.ended();
      return;
    }
    const row = this.#next++;
    if (this.#flow.isCancel[row] === 1) this.#cancel(slot, row);
    else this.#send(slot, row, this.#prepared[row] ?? '');
  }

  #cancel(slot: number, row: number): void {
    const order = this.#flow.id[row] ?? 0;
    const id = this.#orderIds[order] ?? 0;
    if (id === 0) this.#waitingFor.set(order, { slot, row });
    else this.#send(slot, row, this.#prepare(row, 'CancelOrder', `"OrderId":${id}}`));
  }

  #send(slot: number, row: number, prepared: string): void {
    this.#inFlight += 1;
    this.#rows[slot] = row;
    this.#sentAt[slot] = this.#dueAt ?? performance.now();
    this.#transport.send(slot, this.#customerIndex(row), prepared);
  }

  #learnId(row: number, answer: string | null): void {
    if (answer === null)
      throw new Error(`an order of the flow was refused: ${JSON.stringify(this.#refused)}`);
    this.#accepted += 1;
    const order = this.#flow.id[row] ?? 0;
    const orderId = Number.parseInt(answer.slice(answer.indexOf('"OrderId":') + 10), 10);
    this.#orderIds[order] = orderId;
    if (this.#job.keepAcknowledged && this.#phase?.latencies) this.#acknowledged.push(orderId, machineTime());
    const waiting = this.#waitingFor.get(order);
    if (waiting === undefined) return;
    this.#waitingFor.delete(order);
    this.#cancel(waiting.slot, waiting.row);
  }

  #prepareOrder(row: number): string {
    if (this.#flow.isCancel[row] === 1) return '';
    const side = this.#flow.isSell[row] === 1 ? 1 : 0;
    // A tick of the market is a cent, a lot 0.00001 of a coin.
    const quantity = ((this.#flow.quantity[row] ?? 0) / 1e5).toFixed(5);
    const price = ((this.#flow.price[row] ?? 0) / 100).toFixed(2);
    return this.#prepare(
      row,
      'SendOrder',
      `"InstrumentId":1,"Side":${side},"OrderType":2,"TimeInForce":1,"Quantity":${quantity},"LimitPrice":${price}}`,
    );
  }

  #prepare(row: number, call: CallName, fields: string): string {
    const customer = this.#job.customers[this.#customerIndex(row)];
    if (customer === undefined) throw new Error('the flow has more accounts than the exchange');
    return this.#transport.prepare(customer, call, `{"OMSId":1,"AccountId":${customer.accountId},${fields}`);
  }

  /** Returns the index of the customer who sends the order or the cancel; a few customers share out all of the flow. */
  #customerIndex(row: number): number {
    return ((this.#flow.account[row] ?? 0) - 1) % this.#job.customers.length;
  }
}

async function replay(job: LoadJob, mark: () => void): Promise<LoadResult> {
  const flow = drawFlow({ depth: 1000, levels: 50, seed: 42, events: job.warmUp + job.measured });
  const load = await Load.open(flow, job);
  await load.run(flow.count - job.measured, null);
  mark();
  const latencies = new Latencies();
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  await load.run(flow.count, latencies);
  const tookMs = performance.now() - startedAt;
  const used = process.cpuUsage(usedBefore);
  load.close();
  const clientMicros = (used.user + used.system) / job.measured;
  return { tookMs, ...latencies.summary(), ...load.totals, clientMicros };
}

process.once('message', (job: LoadJob) => {
  void replay(job, () => process.send?.('mark')).then((result) => {
    process.send?.(result, () => process.disconnect()); // a long result takes several writes
  });
});
