/**
 * `npm run carry-over`: shows what version 0.1 left in the database without MACs, and records the decision to trust it. Run it
 * once, by the owner, with the exchange stopped and with the settings of the exchange.
 *
 *   npm run carry-over                                   shows it, with its digest, and changes nothing
 *   npm run carry-over -- --digest DIGEST --by NAME      records that NAME decided to trust exactly this
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openKeyRing, openTicketKeys } from '@salar/adapters/files/key-files';
import { UserRecords } from '@salar/services/accounts/user-records';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { SealedColumns } from '@salar/services/crypto/sealed-columns';
import { listFormerOperators } from '@salar/services/operator/former-operators';
import { silentLog } from '@salar/services/ports/log';
import { describeFormerWithdrawals } from '@salar/services/withdrawals/former-withdrawals';
import { verifyBooks } from '@salar/sequencer';
import { assertMigrated, migrate } from '@salar/store';
import { listUncreditedBankDeposits } from '@salar/store/tables/operators/bank-entries';
import { listProposals } from '@salar/store/tables/operators/proposals';
import { readChainSettings } from '../compose/external-parties.ts';
import { previewFormerRows } from '../compose/former-tables.ts';
import { readTrustedParts, writeTrustedParts } from '../compose/trust-file.ts';
import { lockDataDir } from '../lifecycle/data-dir-lock.ts';
import { readConfig } from '../settings/config.ts';
import type { Config } from '../settings/config.ts';
import { computeDigest, formatCarryOver, formatTrusted } from './carry-over-report.ts';
import type { FormerVersion } from './carry-over-report.ts';
import { withDatabase } from './offline-database.ts';
import type { OfflineDatabase } from './offline-database.ts';

const proposalsMax = 100;

process.exitCode = await withDatabase('carry-over', async (books) => {
  const { values } = parseArgs({ options: { digest: { type: 'string' }, by: { type: 'string' } } });
  const { digest, by = '' } = values;
  const config = readConfig(process.env);
  const unlock = lockDataDir(config.dataDir);
  try {
    if (digest !== undefined && by.trim() === '') throw new Error('name who decides: --by NAME');
    await bringUpToDate(books);
    await checkBooks(books);
    const former = await readFormerVersion(books, config);
    if (former.parts.size === 0) {
      console.log(formatTrusted(readTrustedParts(config.dataDir)));
      return 0;
    }
    console.log(formatCarryOver(former));
    return digest === undefined ? 0 : decide(config, former, { digest, by: by.trim() });
  } finally {
    unlock();
  }
});

/** Your own PostgreSQL is migrated by `npm run migrate`, with the login that owns the tables. */
async function bringUpToDate({ database, dataDir }: OfflineDatabase): Promise<void> {
  if (dataDir === null) await assertMigrated(database);
  else await migrate(database);
}

/** Recomputes from the journal what customers see, before anybody decides to trust it. */
async function checkBooks({ database }: OfflineDatabase): Promise<void> {
  const { findings } = await verifyBooks(database);
  if (findings.some(({ different }) => different > 0))
    throw new Error('the books do not agree: see what differs by "npm run verify", and trust nothing yet');
}

async function readFormerVersion({ database }: OfflineDatabase, config: Config): Promise<FormerVersion> {
  const { providers } = readChainSettings(config);
  const keysDir = join(config.dataDir, 'keys');
  const box = new SealedBox(config.secrets?.sealingKey ?? openKeyRing(join(keysDir, 'sealing.key')));
  const macs = new RowMacs({ box, log: silentLog });
  const seals = new SealedColumns({ box, log: silentLog });
  const ticketMacKey = openTicketKeys(keysDir).ticketMac;
  const records = new UserRecords(macs);
  const { dataDir } = config;
  return {
    parts: await previewFormerRows({
      dataDir,
      database,
      macs,
      seals,
      records,
      ticketMacKey,
      providers,
    }),
    operators: await listFormerOperators(database),
    withdrawals: await describeFormerWithdrawals(database, { ticketMacKey, seals, providers }),
    bankDeposits: (await listUncreditedBankDeposits(database)).filter(({ step }) => step === 0),
    proposals: (
      await listProposals(database, { statuses: ['open', 'approved'], limit: proposalsMax })
    ).filter(({ mac }) => mac === null),
  };
}

function decide(config: Config, former: FormerVersion, decision: { digest: string; by: string }): number {
  const { digest, by } = decision;
  if (digest !== computeDigest(former.parts)) {
    console.error('This is not what you decided about: its digest is another one. Nothing is recorded.');
    return 1;
  }
  const at = new Date().toISOString();
  const parts = Object.fromEntries(
    Array.from(former.parts, ([part, rows]) => [part, { ...rows, by, at }] as const),
  );
  writeTrustedParts(config.dataDir, parts);
  console.log(`Recorded: ${by} decided to trust this. The next start proves it.`);
  return 0;
}
