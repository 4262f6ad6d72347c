/** The mails of the exchange in a file that outlives its process: the customer of the drill reads the codes there. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Notifier } from '@salar/services';

export class MailFile implements Notifier {
  readonly #path: string;
  readonly #codes = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    for (const line of lines) {
      const [key, code] = line.split(' ');
      if (key !== undefined && code !== undefined) this.#codes.set(key, code);
    }
  }

  async enqueue(
    _: unknown,
    { dedupKey, notification }: Pick<Parameters<Notifier['enqueue']>[1], 'dedupKey' | 'notification'>,
  ): Promise<void> {
    if (notification.kind !== 'confirm_withdrawal') return;
    appendFileSync(this.#path, `${dedupKey} ${notification.code}\n`);
    this.#codes.set(dedupKey, notification.code);
  }

  /** Returns the code of the mail about a ticket. */
  findCode(ticketId: number): string {
    const code = this.#codes.get(`withdrawal:${ticketId}`);
    if (code === undefined) throw new Error(`ticket ${ticketId} has no mail`);
    return code;
  }
}
