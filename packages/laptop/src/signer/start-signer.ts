/** Starts the signer process and restarts it when it ends. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import {
  signerPassphraseVariable,
  signerSettingsVariable,
  writeSignerSettings,
} from '@salar/signer/service/signer-settings';
import type { SignerSettings } from '@salar/signer/service/signer-settings';

export type RunningSigner = {
  readonly client: SignerClient;
  readonly wallets: readonly SignerWallet[];
  pid(): number | undefined;
  stop(): Promise<void>;
};

const stopTimeoutMs = 5_000;
const restartDelayMs = 300;

/**
 * Starts the bundled signer and resolves when it answers.
 *
 * @param entry  path of `signer.js`
 * @throws when it does not answer within 10 s, with the last output on its standard error
 */
export async function startSigner(options: {
  entry: string;
  settings: SignerSettings;
  /** In production. */
  passphrase?: string;
  log: Log;
  startTimeoutMs?: number;
}): Promise<RunningSigner> {
  const { entry, settings, passphrase, log, startTimeoutMs = 10_000 } = options;
  const client = new SignerClient(settings.socketPath);
  let child: ChildProcess | null = null;
  let isStopping = false;
  let complaint = '';

  const launch = () => {
    child = spawn(process.execPath, [entry], {
      detached: true, // a terminal's Ctrl-C does not reach it
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
        [signerSettingsVariable]: writeSignerSettings(settings),
        ...(passphrase === undefined ? {} : { [signerPassphraseVariable]: passphrase }),
      },
    });
    child.stderr?.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-2000);
    });
    child.once('exit', (code, signal) => {
      child = null;
      if (isStopping) return;
      log.error({ code, signal, complaint }, 'the signer ended and is started again');
      setTimeout(() => {
        if (!isStopping) launch();
      }, restartDelayMs);
    });
  };

  launch();
  const stop = async () => {
    isStopping = true;
    client.close();
    await end(child);
  };
  try {
    const wallets = await answered(client, startTimeoutMs);
    return { client, wallets, pid: () => child?.pid, stop };
  } catch (cause) {
    await stop();
    throw new Error(`the signer does not start: ${complaint.trim() || 'it does not answer'}`, { cause });
  }
}

async function answered(client: SignerClient, timeoutMs: number): Promise<readonly SignerWallet[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await client.identity();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}
