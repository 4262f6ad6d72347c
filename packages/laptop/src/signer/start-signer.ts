/**
 * The local profile's signer: its folder is prepared, and it is started with the exchange and restarted when it ends. In
 * production the signer is a service of its own and nothing here is used.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { openSigner } from '@salar/adapters/signer/open-signer';
import type { OpenSigner } from '@salar/adapters/signer/open-signer';
import { closedDirectoryAbove } from '@salar/adapters/postgres-embedded/run-as';
import type { RunAs } from '@salar/adapters/postgres-embedded/run-as';
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
import type { NetworkSettings, PaymentCaps } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { prepareSignerFolder } from './signer-folder.ts';

export type LocalSigner = OpenSigner & { pid(): number | undefined };

/** A slow machine may take this long; a signer that ends is noticed at once. */
const startMsMax = 30_000;
const stopTimeoutMs = 5_000;
const restartDelayMs = 300;
/** Neither root nor `nobody`, to whom the embedded PostgreSQL belongs then. */
const signerUser: RunAs = { uid: 65_533, gid: 65_533 };

/**
 * Starts the bundled signer and resolves when it answers. Under root it runs as a user of its own.
 *
 * @param options.entry  path of `signer.js`
 * @throws when it ends or does not answer in time, with the last output on its standard error
 */
export async function startSigner(options: {
  entry: string;
  dataDir: string;
  networks: readonly NetworkSettings[];
  caps: readonly PaymentCaps[];
  passkeys?: PasskeyPolicy | null;
  /** The host name of the exchange. */
  installation: string;
  log: Log;
}): Promise<LocalSigner> {
  const { entry, log } = options;
  const user = chooseUser(options);
  const folder = await prepareSignerFolder({ ...options, user });
  const run = { ...user, env: { PATH: process.env['PATH'] ?? '' } };
  if (!existsSync(join(folder.dataDir, 'seed.json'))) {
    const made = spawnSync(process.execPath, [entry, 'init', '--settings', folder.settings], run);
    if (made.error !== undefined) throw new Error('the signer cannot be prepared', { cause: made.error });
    if (made.status !== 0) throw new Error(`the signer cannot be prepared: ${made.stderr.toString().trim()}`);
  }
  let child: ChildProcess | null = null;
  let isStopping = false;
  let complaint = '';
  /** Aborted when the signer ends before its first answer: starting it again would not help. */
  const ended = new AbortController();

  const launch = () => {
    child = spawn(process.execPath, [entry, 'start', '--with-parent', '--settings', folder.settings], {
      ...run,
      detached: true, // a terminal's Ctrl-C does not reach it
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-2000);
    });
    if (child.stderr !== null)
      createInterface({ input: child.stderr }).on('line', (report) =>
        log.warn({ report: report.replace(/^ALERT: /, '') }, 'the signer reports'),
      );
    // `close` comes after the last of its output.
    child.once('close', (code, signal) => {
      child = null;
      ended.abort();
      if (isStopping) return;
      log.error({ code, signal, complaint }, 'the signer ended and is started again');
      setTimeout(() => {
        if (!isStopping) launch();
      }, restartDelayMs);
    });
  };

  launch();
  const end = async () => {
    isStopping = true;
    await endProcess(child);
  };
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(startMsMax), ended.signal]);
    const signer = await openSigner(folder.connection, { log, signal });
    const stop = async () => {
      await signer.stop();
      await end();
    };
    return { ...signer, stop, pid: () => child?.pid };
  } catch (cause) {
    await end();
    throw new Error(`the signer does not start: ${complaint.trim() || 'it does not answer'}`, { cause });
  }
}

/** Returns the signer's own user, or null where it must run as the user of the exchange. */
function chooseUser({ entry, dataDir, log }: { entry: string; dataDir: string; log: Log }): RunAs | null {
  if (process.getuid?.() !== 0) {
    log.info({}, "the signer runs as the exchange's own user, which can read its keys: for local use only");
    return null;
  }
  const closed = [dataDir, dirname(entry), dirname(process.execPath)]
    .map((folder) => closedDirectoryAbove(folder, signerUser))
    .find((folder) => folder !== null);
  if (closed === undefined) return signerUser;
  log.info(
    { closed },
    'the signer runs as root, because other users cannot enter a folder above its files or above Node',
  );
  return null;
}

async function endProcess(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}
