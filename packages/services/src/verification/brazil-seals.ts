/** How a Brazilian form is stored: the form and the provider's link sealed, the tax number as a keyed hash. */
import type { UserId } from '@salar/protocol';
import type { BrazilForm } from '@salar/protocol/brazil';
import type { SealedBox } from '../crypto/sealed-box.ts';

export class BrazilSeals {
  readonly #box: SealedBox;

  constructor(box: SealedBox) {
    this.#box = box;
  }

  /**
   * Computes the keyed hashes of a tax number, to detect that another customer uses the same one: the current one first, then those
   * under former keys.
   */
  taxIdKeys(taxIdNumber: string): readonly [Buffer, ...Buffer[]] {
    return this.#box.macs(taxIdNumber, 'brazil_validation/tax_id');
  }

  sealForm(userId: UserId, form: BrazilForm): Buffer {
    return this.#box.seal(Buffer.from(JSON.stringify(form)), toBrazilLocation('form', userId));
  }

  openForm(userId: UserId, sealed: Buffer): BrazilForm {
    const text = this.#box.open(sealed, toBrazilLocation('form', userId)).toString();
    return JSON.parse(text) as BrazilForm;
  }

  sealUrl(userId: UserId, url: string): Buffer {
    return this.#box.seal(Buffer.from(url), toBrazilLocation('hosted_url', userId));
  }

  openUrl(userId: UserId, sealed: Buffer): string {
    return this.#box.open(sealed, toBrazilLocation('hosted_url', userId)).toString();
  }
}

/** Builds the associated data under which a column of a check is sealed. */
export function toBrazilLocation(column: string, userId: UserId): string {
  return `brazil_validation/${column}/${userId}`;
}
