/**
 * The fixture with the settings of production and a PostgreSQL of one's own: the exchange does not start before somebody has
 * decided what to trust. No nodes and no signer run there, so that nothing is paid; that is the local profile's part.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { Database } from '@salar/store';
import { ApiKeyClient } from '../../support/api-key-client.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { signInCustomer } from '../../support/customers.ts';
import { freePort, launchServer } from '../../support/server.ts';
import { readBalances, readOpenOrders, signInWithCode } from './customer-actions.ts';
import { readExpected, restoreDatabase, unpackDataDir } from './fixture.ts';
import { decide, registerKey, runProgram } from './programs.ts';
import { show, showEqual } from './show.ts';

type Env = Readonly<Record<string, string>>;

export async function showProduction(): Promise<void> {
  console.log('\nproduction, with a PostgreSQL of its own');
  const folder = mkdtempSync(join(tmpdir(), 'salar-carry-over-production-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'own-postgres') });
  const owner = new Database({ ...postgres.databaseOptions, poolSize: 1 });
  try {
    await restoreDatabase(owner);
    // The fixture is of the local profile, whose own tables are empty in production.
    await owner.query(
      'TRUNCATE local_mail, identity_sandbox_token, identity_sandbox_document, identity_sandbox_application',
    );
    const env = await writeSettings(folder, postgres.socketDir);
    await showRefusals(env, owner, postgres.socketDir);
    await showStart(env);
  } finally {
    await owner.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the settings of production over the keys of the fixture. */
async function writeSettings(folder: string, socketDir: string): Promise<Env> {
  const former = unpackDataDir();
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const readKey = (name: string) => readFileSync(join(former, 'keys', name), 'utf8').trim();
  for (const name of ['ticket-mac.key', 'address-mac.key'])
    writeFileSync(join(dataDir, 'keys', name), readKey(name), { mode: 0o600 });
  const { certificate } = await openTlsIdentity(folder, 'signer');
  writeFileSync(join(folder, 'signer.crt'), certificate);
  const endpoint = { socket: join(folder, 'signer.sock') };
  const signer = { endpoint, signerCertificate: 'signer.crt', identity: 'exchange' };
  writeFileSync(join(folder, 'signer.json'), JSON.stringify(signer));
  const env = {
    SALAR_PROFILE: 'production',
    SALAR_DATA_DIR: dataDir,
    DATABASE_URL: `postgres://salar_exchange@localhost/salar?host=${encodeURIComponent(socketDir)}`,
    SALAR_PUBLIC_URL: 'https://exchange.example',
    SALAR_TRUSTED_PROXIES: 'none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Salar <no-reply@exchange.example>',
    SALAR_PASSWORD_PEPPER: readKey('password-pepper.key'),
    SALAR_SEALING_KEY: readKey('sealing.key'),
    SALAR_SIGNER_FILE: join(folder, 'signer.json'),
    SALAR_TERMS_URL: 'https://exchange.example/terms',
    SALAR_PRIVACY_URL: 'https://exchange.example/privacy',
    SALAR_SUPPORT_EMAIL: 'help@exchange.example',
    SALAR_OPERATOR_LISTEN: `127.0.0.1:${await freePort()}`,
  };
  rmSync(former, { recursive: true, force: true });
  return env;
}

/** Nothing is trusted without a decision, and nothing else than what was shown. */
async function showRefusals(env: Env, owner: Database, socketDir: string): Promise<void> {
  const early = runProgram('carry-over', env).output;
  show('before the migrations nothing is shown', early.includes('npm run migrate'), early);
  const migration = `postgres://salar@localhost/salar?host=${encodeURIComponent(socketDir)}`;
  const migrated = runProgram('migrate', { SALAR_MIGRATION_DATABASE_URL: migration });
  show('the owner migrates the tables', migrated.status === 0, migrated.output);
  showEqual('the exchange does not start before somebody has decided', await findRefusal(env), 'nobody');
  const [shown, decided] = decide(env, 'Ana Ruiz, owner');
  show('what is trusted is shown', /customers/.test(shown.output) && shown.status === 0, shown.output);
  show(
    'a network that is not configured is named',
    shown.output.includes('its network is not in the settings'),
    shown.output,
  );
  show('the decision is recorded with its name', decided.output.includes('Ana Ruiz, owner'), decided.output);
  await owner.query(
    `UPDATE app_user SET email = 'thief@example.test', email_key = 'thief@example.test' WHERE user_name = 'ana'`,
  );
  showEqual('a row that is changed after the decision is refused', await findRefusal(env), 'changed');
  const other = runProgram('carry-over', env, ['--digest', 'ab'.repeat(32), '--by', 'Ana Ruiz, owner']);
  show('and so is a decision about something else', other.status === 1, other.output);
  await owner.query(
    `UPDATE app_user SET email = 'ana@example.test', email_key = 'ana@example.test' WHERE user_name = 'ana'`,
  );
}

/** Starts the exchange, which must end. @returns why it does not start */
async function findRefusal(env: Env): Promise<string> {
  const server = await launchServer({
    env: { ...env, SALAR_RATE_LIMITS: 'on' },
    dataDir: env['SALAR_DATA_DIR'] ?? '',
  });
  const before = server.output().length;
  const isReady = await server.ready().then(
    () => true,
    () => false,
  );
  if (isReady) await server.stop();
  const output = server.output().slice(before);
  if (isReady) return 'it started';
  if (output.includes('nobody has decided to trust')) return 'nobody';
  return output.includes('somebody changed them since') ? 'changed' : output;
}

async function showStart(env: Env): Promise<void> {
  const expected = readExpected();
  const dataDir = env['SALAR_DATA_DIR'] ?? '';
  const server = await launchServer({ env, dataDir });
  await waitForOrders(server.url);
  try {
    show('the exchange starts', true);
    const ana = await signInCustomer(server.url, expected.ana);
    showEqual('with the balances of version 0.1', await readBalances(ana), expected.ana.balances);
    showEqual('and its open orders', await readOpenOrders(ana), expected.ana.openOrders);
    await signInWithCode(server.url, expected.bruno, new Authenticator(expected.bruno.totpSecret));
    show('a customer with a second factor signs in', true);
    const key = await ApiKeyClient.start(server.url, expected.ana.apiKey);
    showEqual('the API key signs', await key.read(), ['answered', 'answered']);
    key.stop();
    await registerKey(dataDir, expected.operators[0]);
    show('an operator registers a key', true);
  } finally {
    await server.stop();
  }
  show('verify agrees to the last unit', runProgram('verify', env).status === 0);
  const again = runProgram('carry-over', env);
  show(
    'a second step finds nothing to decide about',
    again.output.startsWith('Nothing of version 0.1'),
    again.output,
  );
}

/** Without nodes and signer the exchange is never ready for withdrawals; orders are accepted before. */
async function waitForOrders(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.ok === true) return;
    if (Date.now() > deadline) throw new Error('the exchange does not accept orders');
    await new Promise((next) => setTimeout(next, 100));
  }
}
