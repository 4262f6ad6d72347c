/**
 * Measures the signer: payments of an EVM network, requested over its mutually authenticated socket, each on disk before it is
 * answered. In turns: one signer, two of which the second has each payment on disk too, and two with the key of the hot wallet in
 * a token of SoftHSM. The reference is the disk alone: a line of the same size, written and synchronised.
 *
 *   npm run bench -- signing [payments]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { startSigner } from '@salar/laptop';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac, localProviders } from '@salar/services';
import type { SignRequest, TicketTerms } from '@salar/services';
import { silentLog } from '@salar/services/ports/log';
import type { SignerSettingsFile } from '@salar/signer/service/signer-settings';
import { SignerPair } from '@salar/testing/keys/signer-pair';
import { openSoftToken } from '@salar/testing/keys/soft-token';
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
const networks = [{ ...network, paymentFees: { perHour: most, perDay: most } }];
const caps = [
  {
    chainId: network.chainId,
    productId: ids.eth,
    perTransaction: minor(most),
    perHour: minor(most),
    perDay: minor(most),
  },
];
const program = resolve('dist/server/signer.js');

type Signers = { readonly name: string; readonly client: Pick<SignerClient, 'sign'>; stop(): Promise<void> };

async function startOne(): Promise<Signers> {
  const installation = 'localhost';
  const signer = await startSigner({ entry: program, dataDir, networks, caps, installation, log: silentLog });
  return { name: 'one signer', client: signer.client, stop: () => signer.stop() };
}

async function startPair(name: string, keyStores: SignerSettingsFile['keyStores']): Promise<Signers> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-bench-pair-'));
  const policy = buildPolicy({ networks, caps, approvals: null });
  const pair = await SignerPair.create({
    folder,
    program,
    policy,
    ticketMacKey: ticketMac[0].key,
    keyStores,
  });
  pair.launch('first');
  pair.launch('second');
  const client = new SignerClient(await readSignerConnection(join(folder, 'signer.json')));
  const stop = async () => {
    client.close();
    await pair.end();
    rmSync(folder, { recursive: true, force: true });
  };
  while ((await client.identity().catch(() => null)) === null) await sleep(50);
  return { name, client, stop };
}

const { pin, ...token } = openSoftToken();
const pinFile = join(dataDir, 'pin');
writeFileSync(pinFile, pin, { mode: 0o600 });
const all = [
  await startOne(),
  await startPair('two signers', {}),
  await startPair('two signers, key in a token', {
    'evm/hot': { pkcs11: { ...token, pinFile, keyLabel: 'hot' } },
  }),
];

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

async function sign({ client }: Signers): Promise<void> {
  const answer = await client.sign(buildRequest());
  if (!answer.ok) throw new Error(`the signer refused: ${answer.refusal}`);
}

function toRow(name: string, inFlight: number, ours: readonly Figures[], disk: readonly Figures[]): Row {
  const of = (figures: readonly Figures[], name: keyof Figures) => median(figures.map((one) => one[name]));
  const ratio = median(ours.map(({ perSecond }, run) => perSecond / (disk[run]?.perSecond ?? 1)));
  return {
    what: `Payments signed by ${name}, ${inFlight} in flight`,
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
  for (const one of all) await measure(Math.ceil(payments / 10), 1, () => sign(one)); // warms the processes up
  const rows: Row[] = [];
  for (const inFlight of flights) {
    const disk: Figures[] = [];
    const ours = new Map(all.map((one) => [one, [] as Figures[]]));
    for (let run = 0; run < runs; run += 1) {
      disk.push(await measure(payments, 1, writeLine));
      for (const [one, figures] of ours) figures.push(await measure(payments, inFlight, () => sign(one)));
    }
    for (const [{ name }, figures] of ours) rows.push(toRow(name, inFlight, figures, disk));
  }
  closeSync(file);
  report(rows);
} finally {
  for (const one of all) await one.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
