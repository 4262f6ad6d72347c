/**
 * Measures the signer: payments of an EVM network, requested over its mutually authenticated socket, each on disk before it is
 * answered. The reference is the disk alone: a line of the same size, written and synchronised.
 *
 *   npm run bench -- signing [payments]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { startSigner } from '@salar/laptop';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac, localProviders } from '@salar/services';
import type { SignRequest, TicketTerms } from '@salar/services';
import { silentLog } from '@salar/services/ports/log';
import { Latencies, median } from './latency.ts';
import { report, whole } from './report.ts';
import type { Row } from './report.ts';
import { runs, scaled } from './runs.ts';

type Figures = { readonly perSecond: number; readonly p50: number; readonly p99: number };

const payments = Number(process.argv[2] ?? scaled(2_000));
const flights = [1, 16] as const;
const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const most = 10n ** 30n;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-bench-signing-'));
const { ticketMac } = openTicketKeys(join(dataDir, 'keys'));
const [network] = localProviders(ids).networks;
if (network === undefined) throw new Error('there is a local network');
const signer = await startSigner({
  entry: resolve('dist/server/signer.js'),
  dataDir,
  networks: [{ ...network, paymentFees: { perHour: most, perDay: most } }],
  caps: [
    {
      chainId: network.chainId,
      productId: ids.eth,
      perTransaction: minor(most),
      perHour: minor(most),
      perDay: minor(most),
    },
  ],
  log: silentLog,
});

let last = 0;
function buildRequest(): SignRequest {
  last += 1;
  const ticket: TicketTerms = {
    ticketId: ticketId(last),
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    userId: userId(1),
    accountId: accountId(1001),
    productId: ids.eth,
    providerId: 1,
    chainId: network?.chainId ?? 0,
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: minor(10n ** 15n),
    fee: minor(10n ** 12n),
    createdAt: millis(1_767_000_000_000),
  };
  const mac = computeTicketMac(ticketMac, ticket);
  return {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(ticketMac, mac).toString('hex'),
    approvals: [],
    plan: { family: 'evm', nonce: last, feeMax: 2_000_000_000n, feePriority: 1_000_000n },
  };
}

/** Measures `count` runs of `work`, with `inFlight` of them at a time. */
async function measure(count: number, inFlight: number, work: () => Promise<void>): Promise<Figures> {
  const latencies = new Latencies();
  let left = count;
  const startedAt = performance.now();
  const client = async () => {
    while (left-- > 0) {
      const sentAt = performance.now();
      await work();
      latencies.record((performance.now() - sentAt) * 1000);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  const [p50 = 0, p99 = 0] = latencies.quantiles(0.5, 0.99);
  return { perSecond: (count / (performance.now() - startedAt)) * 1000, p50, p99 };
}

async function sign(): Promise<void> {
  const answer = await signer.client.sign(buildRequest());
  if (!answer.ok) throw new Error(`the signer refused: ${answer.refusal}`);
}

function toRow(inFlight: number, ours: readonly Figures[], disk: readonly Figures[]): Row {
  const of = (figures: readonly Figures[], name: keyof Figures) => median(figures.map((one) => one[name]));
  const ratio = median(ours.map(({ perSecond }, run) => perSecond / (disk[run]?.perSecond ?? 1)));
  return {
    what: `Payments signed, ${inFlight} in flight`,
    figure: `${whole(of(ours, 'perSecond'))}/s, p50 ${whole(of(ours, 'p50'))} us, p99 ${whole(of(ours, 'p99'))} us`,
    beside: `the disk alone ${whole(of(disk, 'perSecond'))}/s: ${ratio.toFixed(2)} times`,
  };
}

try {
  const line = `${'x'.repeat(320)}\n`;
  const file = openSync(join(dataDir, 'reference'), 'a');
  const writeLine = async () => {
    writeSync(file, line);
    fdatasyncSync(file);
  };
  await measure(Math.ceil(payments / 10), 1, sign); // warms both processes up
  const rows: Row[] = [];
  for (const inFlight of flights) {
    const [ours, disk]: [Figures[], Figures[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      disk.push(await measure(payments, 1, writeLine));
      ours.push(await measure(payments, inFlight, sign));
    }
    rows.push(toRow(inFlight, ours, disk));
  }
  closeSync(file);
  report(rows);
} finally {
  await signer.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
