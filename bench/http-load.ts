/**
 * The load generator's process: replays the yardstick's flow in a closed loop, one request in flight on each connection.
 *
 * A cancel whose order is not answered yet waits for that answer, since only it tells the order's id.
 */
import { drawFlow } from './flow.ts';
import type { Flow } from './flow.ts';
import { HttpConnection, postRequest } from './http-client.ts';
import type { Customer, LoadJob, LoadResult } from './http-words.ts';
import { Latencies } from './latency.ts';

type Phase = { readonly until: number; readonly latencies: Latencies | null; readonly ended: () => void };

class Load {
  readonly #flow: Flow;
  /** Ready to send; for a cancel all but the id. */
  readonly #requests: string[];
  readonly #customers: readonly Customer[];
  readonly #idle: HttpConnection[] = [];
  /** Id that the exchange gave to each order of the flow; 0 before its answer. */
  readonly #idOf: Float64Array;
  readonly #waitingFor = new Map<number, { connection: HttpConnection; row: number }>();
  readonly #refused: Record<string, number> = {};
  #next = 0;
  #inFlight = 0;
  #accepted = 0;
  #phase: Phase | null = null;

  constructor(flow: Flow, customers: readonly Customer[]) {
    this.#flow = flow;
    this.#customers = customers;
    this.#idOf = new Float64Array(flow.count + 1);
    this.#requests = Array.from({ length: flow.count }, (_, row) => this.#requestOf(row));
  }

  async connect(port: number, count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      this.#idle.push(
        await HttpConnection.open(port, (connection, status, body) =>
          this.#answered(connection, status, body),
        ),
      );
    }
  }

  /** Sends everything before row `until` and waits for the last answer. */
  run(until: number, latencies: Latencies | null): Promise<void> {
    return new Promise((ended) => {
      this.#phase = { until, latencies, ended };
      for (const connection of this.#idle.splice(0)) this.#sendNext(connection, this.#phase);
    });
  }

  get totals(): Pick<LoadResult, 'ordersAccepted' | 'refused'> {
    return { ordersAccepted: this.#accepted, refused: this.#refused };
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }

  #sendNext(connection: HttpConnection, phase: Phase): void {
    if (this.#next >= phase.until) {
      this.#idle.push(connection);
      if (this.#inFlight === 0 && this.#waitingFor.size === 0) phase.ended();
      return;
    }
    const row = this.#next++;
    if (this.#flow.isCancel[row] === 1) this.#cancel(connection, row);
    else this.#send(connection, row, this.#requests[row] ?? '');
  }

  #cancel(connection: HttpConnection, row: number): void {
    const order = this.#flow.id[row] ?? 0;
    const id = this.#idOf[order] ?? 0;
    if (id === 0) {
      this.#waitingFor.set(order, { connection, row });
      return;
    }
    const account = this.#customerOf(row);
    const body = `{"OMSId":1,"AccountId":${account.accountId},"OrderId":${id}}`;
    this.#send(connection, row, postRequest('/AP/CancelOrder', account.token, body));
  }

  #send(connection: HttpConnection, row: number, request: string): void {
    this.#inFlight += 1;
    connection.send(request, row);
  }

  #answered(connection: HttpConnection, status: number, body: string): void {
    const phase = this.#phase;
    if (phase === null) throw new Error('an answer to nothing');
    phase.latencies?.record((performance.now() - connection.sentAt) * 1000);
    this.#inFlight -= 1;
    const row = connection.tag;
    const isRight =
      status === 200 && (body.startsWith('{"status":"Acc') || body.startsWith('{"result":true'));
    if (!isRight) this.#refused[`${status} ${body}`] = (this.#refused[`${status} ${body}`] ?? 0) + 1;
    if (this.#flow.isCancel[row] !== 1) this.#learnId(row, isRight ? body : null);
    this.#sendNext(connection, phase);
  }

  #learnId(row: number, body: string | null): void {
    if (body === null) throw new Error(`an order of the flow was refused: ${JSON.stringify(this.#refused)}`);
    this.#accepted += 1;
    const order = this.#flow.id[row] ?? 0;
    this.#idOf[order] = Number.parseInt(body.slice(body.indexOf('"OrderId":') + 10), 10);
    const waiting = this.#waitingFor.get(order);
    if (waiting === undefined) return;
    this.#waitingFor.delete(order);
    this.#cancel(waiting.connection, waiting.row);
  }

  #requestOf(row: number): string {
    if (this.#flow.isCancel[row] === 1) return '';
    const { accountId, token } = this.#customerOf(row);
    const side = this.#flow.isSell[row] === 1 ? 1 : 0;
    // A tick of the market is a cent, a lot 0.00001 of a coin.
    const quantity = ((this.#flow.quantity[row] ?? 0) / 1e5).toFixed(5);
    const price = ((this.#flow.price[row] ?? 0) / 100).toFixed(2);
    const body =
      `{"OMSId":1,"AccountId":${accountId},"InstrumentId":1,"Side":${side},"OrderType":2,"TimeInForce":1,` +
      `"Quantity":${quantity},"LimitPrice":${price}}`;
    return postRequest('/AP/SendOrder', token, body);
  }

  #customerOf(row: number): Customer {
    const customer = this.#customers[(this.#flow.account[row] ?? 0) - 1];
    if (customer === undefined) throw new Error('the flow has more accounts than the exchange');
    return customer;
  }
}

async function replay(job: LoadJob, mark: () => void): Promise<LoadResult> {
  const flow = drawFlow({ depth: 1000, levels: 50, seed: 42, events: job.warmUp + job.measured });
  const load = new Load(flow, job.customers);
  await load.connect(job.port, job.inFlight);
  await load.run(flow.count - job.measured, null);
  mark();
  const latencies = new Latencies();
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  await load.run(flow.count, latencies);
  const tookMs = performance.now() - startedAt;
  const used = process.cpuUsage(usedBefore);
  const [p50 = 0, p99 = 0] = latencies.quantiles(0.5, 0.99);
  load.close();
  const clientMicros = (used.user + used.system) / job.measured;
  return { tookMs, p50, p99, ...load.totals, clientMicros };
}

process.once('message', (job: LoadJob) => {
  void replay(job, () => process.send?.('mark')).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});
