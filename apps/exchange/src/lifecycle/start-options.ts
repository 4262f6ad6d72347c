/** The options that every part of the process needs to start: settings, a log, and where to register its shutdown. */
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { ShutdownSteps } from './shutdown.ts';
import type { Laptop } from './laptop.ts';
import type { RecentAlerts } from './recent-alerts.ts';

export type StartOptions = {
  readonly config: Config;
  /** null in production. */
  readonly laptop: Laptop | null;
  readonly log: Logger;
  /** Shows a text to the person who starts the exchange. */
  readonly print: (text: string) => void;
  /** The alerts of the log. */
  readonly alerts: Pick<RecentAlerts, 'list'>;
  readonly stops: ShutdownSteps;
  /** Called when the process cannot continue; everything durable is safe. */
  readonly onFatal: (error: Error) => void;
};
