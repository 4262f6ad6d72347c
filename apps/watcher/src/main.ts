/**
 * The second pair of eyes: a program that recomputes books and wallets and can halt all payments. It runs as its own user, with its
 * own settings, its own read-only login at the database and its own nodes.
 *
 *   watcher init  --settings FILE   creates its keys, and prints the public one
 *   watcher start --settings FILE   watches
 */
import { parseArgs } from 'node:util';
import { onHangUp, surviveClosedOutput } from '@salar/adapters/terminal/output-and-signals';
import type { Log } from '@salar/services/ports/log';
import { runWatcher } from './run-watcher.ts';
import { createWatcherKeys } from './watcher-keys.ts';
import { readDataDir, readWatcherSettings } from './watcher-settings.ts';

const usage = 'usage: watcher init|start --settings FILE';

/** Writes one line for each event, to standard error. */
const log: Log = {
  info: (details, message) => write(message, details),
  warn: (details, message) => write(message, details),
  error: (details, message) => write(message, details),
};

function write(message: string, details: object): void {
  const fields = JSON.stringify(details, (_, value: unknown) =>
    value instanceof Error ? value.message : typeof value === 'bigint' ? value.toString() : value,
  );
  process.stderr.write(`${message}${fields === '{}' ? '' : ` ${fields}`}\n`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { settings: { type: 'string' } },
    allowPositionals: true,
  });
  const { settings } = values;
  if (settings === undefined) throw new Error(usage);
  switch (positionals[0]) {
    case 'init':
      process.stdout.write(`key of the watcher's halts: ${await createWatcherKeys(readDataDir(settings))}\n`);
      return;
    case 'start':
      surviveClosedOutput();
      onHangUp();
      return runWatcher(readWatcherSettings(settings), log);
    default:
      throw new Error(usage);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
