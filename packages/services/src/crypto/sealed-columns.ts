/** Seals the bank accounts of customers in the tables of tickets and saved destinations (security rule X2). */
import type { ColumnSeals } from '@salar/store';
import type { Log } from '../ports/log.ts';
import type { SealedBox } from './sealed-box.ts';

type SealedColumnsOptions = {
  readonly box: Pick<SealedBox, 'seal' | 'open' | 'macs'>;
  readonly log: Pick<Log, 'error'>;
};

export class SealedColumns implements ColumnSeals {
  readonly #options: SealedColumnsOptions;

  constructor(options: SealedColumnsOptions) {
    this.#options = options;
  }

  seal(texts: readonly string[], location: string): Buffer {
    return this.#options.box.seal(Buffer.from(JSON.stringify(texts)), location);
  }

  open(sealed: Buffer, location: string): readonly string[] | null {
    const { box, log } = this.#options;
    try {
      return JSON.parse(box.open(sealed, location).toString()) as readonly string[];
    } catch (error) {
      log.error({ location, err: error }, 'ALERT: a sealed bank account does not open, and is refused');
      return null;
    }
  }

  hashes(text: string, location: string): readonly [Buffer, ...Buffer[]] {
    return this.#options.box.macs(text, location);
  }
}
