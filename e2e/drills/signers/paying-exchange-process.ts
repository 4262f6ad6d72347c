/**
 * The exchange of the drill: the sequencer with its journal, the tickets, and the payments on three networks, as
 * `openTicketServices` builds them in every profile. It reports each step of a payment and waits there until it may go on, so that
 * it or a signer can be killed at exactly that step. It runs until it is killed.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDecisionFile } from '@salar/adapters/files/decision-file';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { Sequencer } from '@salar/sequencer';
import { openTicketServices } from '@salar/services';
import type { SignRequest, SignerWallet } from '@salar/services';
import { DecisionRecord } from '@salar/services/operator/decision-record';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { TicketDatabase, TicketEvents } from '@salar/store';
import { listAllWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { generousAcceptance } from '@salar/testing/generous-acceptance';
import { noCodes } from '@salar/testing/no-codes';
import { testMacs } from '@salar/testing/test-customers';
import { testSeals } from '@salar/testing/test-seals';
import { trustedPrices } from '@salar/testing/trusted-prices';
import { findFamily, openNetworks, providers } from './drill-networks.ts';
import { DrillCustomer, openBooks } from './drill-customer.ts';
import type { Family } from './drill-payments.ts';
import { isPaymentStep, listExchangeFiles } from './exchange-steps.ts';
import type { ExchangeSettings } from './exchange-steps.ts';
import { MailFile } from './mail-file.ts';

/** Milliseconds between two comparisons of the wallets with the tickets, by the clock of the drill. */
const reconcileEveryMs = 60_000;
/** Its clock runs many times as fast as the processes, so that a quarter of an hour without a comparison is soon over. */
const reconcileLateMs = 24 * 3_600_000;
const lookMs = 1_000;

const output = 1;
const input = 0;
const files = listExchangeFiles(process.argv[2] ?? '');
const settings = JSON.parse(readFileSync(files.settings, 'utf8')) as ExchangeSettings;
const answer = Buffer.alloc(1);
const capped = new Set<Family>();

function report(...words: readonly string[]): void {
  writeSync(output, `${words.join(' ')}\n`);
}

/** Reports requests and refusals; the payments get the signers' answers unchanged. */
class ReportingSigner extends SignerClient {
  override async sign(request: SignRequest): ReturnType<SignerClient['sign']> {
    const { family } = request.plan;
    try {
      const requested = super.sign(request);
      report('requested', family);
      const result = await requested;
      if (result.ok) return result;
      report('refused', family, result.refusal);
      if (result.refusal === 'hourly_cap_exceeded' || result.refusal === 'daily_cap_exceeded')
        capped.add(family);
      return result;
    } catch (error) {
      if (error instanceof SignerUnavailable) report('unavailable');
      throw error;
    }
  }
}

const database = new TicketDatabase(settings.database, { events: new TicketEvents(), seals: testSeals });
const sequencer = await Sequencer.open({
  database,
  onFatal(error) {
    throw error;
  },
});
await openBooks(sequencer, settings.count);
const signer = new ReportingSigner(await readSignerConnection(files.signer));
const wallets = await readWallets();
const mails = new MailFile(files.mails);
const rows = await listAllWithdrawals(database);
const tickets = new Map(rows.map(({ ticketId, providerId }) => [ticketId, findFamily(providerId)]));
const services = await openTicketServices({
  database,
  sequencer,
  networks: openNetworks(settings.nodes, wallets),
  providers,
  signer,
  approvals: signer,
  notifier: mails,
  customers: { findEmail: async () => 'customer@example.com' },
  credentialChanges: { readLast: async () => null },
  macs: testMacs,
  acceptance: generousAcceptance,
  priceTrust: trustedPrices,
  codes: noCodes,
  keys: openTicketKeys(files.keys),
  decisions: new DecisionRecord({ store: openDecisionFile(files.decisions), clock: Date.now }),
  clock: Date.now,
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (_, text) => report('alert', text),
  },
  reconcileEveryMs,
  reconcileLateMs,
  onStep(step, ticketId) {
    const family = tickets.get(ticketId);
    if (!isPaymentStep(step) || family === undefined) return;
    report(step, family);
    readSync(input, answer);
  },
});
const drill = process.ppid;
setInterval(() => {
  if (process.ppid !== drill) process.exit(1); // the drill has ended without ending the exchange
}, lookMs).unref();
services.start();
const { withdrawals } = services;
const { count, openMax } = settings;
await new DrillCustomer({ database, withdrawals, mails, openMax, capped, tickets }).withdrawAll(count);

/** Waits as the exchange does for a signer that is being started again; the drill ends what takes too long. */
async function readWallets(): Promise<readonly SignerWallet[]> {
  for (;;) {
    try {
      return await signer.identity();
    } catch (error) {
      if (!(error instanceof SignerUnavailable)) throw error;
      await sleep(100);
    }
  }
}
