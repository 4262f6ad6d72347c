/** The server process: reads the settings, locks the data directory, starts the exchange and shuts it down in order. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { onHangUp, surviveClosedOutput } from '@salar/adapters/terminal/output-and-signals';
import { ConfigError, readConfig } from './settings/config.ts';
import type { LoggedAlert } from '@salar/services/operator/act';
import type { Config } from './settings/config.ts';
import { loadLaptop } from './lifecycle/laptop.ts';
import { forgetSecrets } from './settings/secret-files.ts';
import { checkPort } from './lifecycle/check-port.ts';
import { lockDataDir } from './lifecycle/data-dir-lock.ts';
import { watchDisk } from './lifecycle/disk-watch.ts';
import { openLog } from './lifecycle/log-file.ts';
import { formatStartFailure } from './lifecycle/start-failure.ts';
import { ShutdownSteps } from './lifecycle/shutdown.ts';
import { formatStartSummary } from './lifecycle/start-summary.ts';
import { listSwitchedOff } from './lifecycle/switched-off.ts';
import { startExchange } from './compose/start-exchange.ts';

/** npm and the terminal may both send the same Ctrl-C; within this time it counts once. */
const sameSignalMs = 800;
/** Stopped parts may leave handles open; the process does not wait for them longer than this. */
const exitGraceMs = 200;
/** A start that is stopped ends its step within this time, unless the step waits for something. */
const startGraceMs = 10_000;
/** A process that has not stopped in this time ends: what was acknowledged is in the journal, and another one may lead. */
const stopMaxMs = 60_000;
const stopAfterFaultMaxMs = 30_000;

surviveClosedOutput();
await main(settings());

function settings(): Config {
  try {
    const config = readConfig(process.env, { isRoot: process.getuid?.() === 0 });
    forgetSecrets(process.env);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

async function main(config: Config): Promise<void> {
  const laptop = await loadLaptop(config.profile);
  // A standby of the local profile shares the leader's data directory, and has its own lock and log in it.
  const isBeside = config.role === 'standby' && config.databaseUrl === null;
  let unlock: () => void = () => undefined;
  try {
    unlock = lockDataDir(config.dataDir, isBeside ? 'standby' : 'salar');
    await checkPort(config.host, config.port);
  } catch (error) {
    unlock();
    console.error(formatStartFailure(error, config));
    process.exit(1);
  }
  const logName = isBeside ? `standby-${config.port}` : 'salar';
  const logTo = config.logTo ?? (config.profile === 'production' && !process.stdout.isTTY ? 'both' : 'file');
  const {
    log,
    path: logPath,
    alerts,
    reopen,
  } = openLog(config.dataDir, config.logLevel, {
    name: logName,
    to: logTo,
    ...(config.profile === 'production' && logTo === 'file' && { onAlert: printAlert }),
  });
  const print = logTo === 'file' ? printText : (text: string) => printLines(text, log);
  const stops = new ShutdownSteps();
  stops.add('lock', unlock);
  stops.add('disk watch', watchDisk(config.dataDir, log));
  const standing = new AbortController();
  let exiting: Promise<never> | undefined;
  const end = (code: number) => (exiting ??= exitInOrder(code));
  const exitInOrder = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(1), code === 0 ? stopMaxMs : stopAfterFaultMaxMs).unref();
    standing.abort();
    // A failed start is reported already, and one may wait for its database; its parts are stopped below.
    await Promise.race([starting.catch(() => undefined), delay(startGraceMs)]);
    await stops.stopAll(log);
    await delay(exitGraceMs);
    process.exit(code);
  };
  let hasFailed = false;
  const fail = (error: unknown) => {
    if (hasFailed) {
      log.error({ error }, 'another error while shutting down');
      return;
    }
    hasFailed = true;
    log.fatal({ error }, 'the exchange is shutting down after a fatal error');
    console.error(`${formatStartFailure(error, config)}\nMore in ${logPath ?? 'standard output'}`);
    void end(1);
  };
  onSignals(() => {
    if (exiting) return false;
    print('\nStopping Salar ...');
    void end(0).catch(fail);
    return true;
  });
  // The terminal of a newcomer that is closed stops the exchange; a log manager that renamed the log does not.
  onHangUp(() => {
    if (config.profile === 'local' && process.stdout.isTTY) process.kill(process.pid, 'SIGTERM');
    else reopen();
  });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  const { profile, role, port } = config;
  print(`Starting Salar ${profile === 'local' ? '(local profile)' : ''}${standbyNote(config)}`);
  log.info({ pid: process.pid, profile, role, port }, 'starting');
  for (const what of listSwitchedOff(config)) log.warn({ what }, 'a protection is switched off');
  const starting = startExchange(
    { config, laptop, log, print, alerts, stops, onFatal: fail },
    { signal: standing.signal, leave: unlock },
  );
  try {
    const progress = await starting;
    if (progress === null) return; // stopped while standing by
    if (!exiting)
      print(
        formatStartSummary(config, {
          logPath,
          total: progress.total(),
          notes: progress.notes,
          demoLogin: laptop?.demoLogin ?? null,
        }),
      );
    log.info({ pid: process.pid }, 'ready');
  } catch (error) {
    fail(error);
  }
}

function printText(text: string): void {
  console.log(text);
}

/** Standard output has one JSON object a line, for whatever collects it. */
function printLines(text: string, log: Logger): void {
  for (const line of text.split('\n')) if (line.trim() !== '') log.info({}, line.trim());
}

/** Alerts also go where a service manager keeps them, and from where they can be sent on. */
function printAlert({ at, text, details }: LoggedAlert): void {
  console.error(`${new Date(at).toISOString()} ALERT: ${text} ${details}`);
}

function standbyNote({ role, port }: Config): string {
  return role === 'standby' ? ` as a standby: http://localhost:${port}/health shows its progress` : '';
}

/** Shuts down on Ctrl-C; a second Ctrl-C stops at once, which the journal makes safe too. */
function onSignals(stop: () => boolean): void {
  let stoppedAt = 0;
  const onSignal = () => {
    if (stop()) {
      stoppedAt = Date.now();
      return;
    }
    if (Date.now() - stoppedAt < sameSignalMs) return;
    console.error('Stopped at once. The next start recovers from the journal.');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}
