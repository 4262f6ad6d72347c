/** The alerts of the log since the start, for operators, and for the standard error of the process. */
import type { LoggedAlert } from '@salar/services/operator/act';

const keptMax = 200;
const mark = '"msg":"ALERT';

export class RecentAlerts {
  readonly #alerts: LoggedAlert[] = [];
  readonly #onAlert: (alert: LoggedAlert) => void;

  /** @param onAlert  called with each alert */
  constructor(onAlert: (alert: LoggedAlert) => void) {
    this.#onAlert = onAlert;
  }

  /** Notes a line of the log, when it is an alert. */
  note(line: string): void {
    if (!line.includes(mark)) return;
    const {
      time,
      msg,
      level: _level,
      ...details
    } = JSON.parse(line) as { time: number; msg: string; level: number };
    const alert = { at: time, text: msg.replace(/^ALERT:? /, ''), details: JSON.stringify(details) };
    this.#alerts.push(alert);
    if (this.#alerts.length > keptMax) this.#alerts.shift();
    this.#onAlert(alert);
  }

  /** Lists the last 200, newest first. */
  list(): readonly LoggedAlert[] {
    return [...this.#alerts].reverse();
  }
}
