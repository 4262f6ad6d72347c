/** An authenticator app that generates codes for a secret. A code works once, so each one returned is newer. */
import { TOTP } from 'otpauth';

const stepMs = 30_000;

export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;
  /** As it was shown, without blanks. */
  readonly secret: string;

  /** @param secret  in base32, as it stands beside the QR picture */
  constructor(secret: string) {
    this.secret = secret.replaceAll(/\s/g, '');
    this.#totp = new TOTP({ secret: this.secret, algorithm: 'SHA1', digits: 6, period: 30 });
  }

  /** What the codes are made of. */
  get secretBytes(): Buffer {
    return Buffer.from(this.#totp.secret.bytes);
  }

  /**
   * A code that the exchange takes and that was not given before: of the step before this one, of this one, or, after a wait,
   * of the next.
   */
  async code(): Promise<string> {
    const now = Math.floor(Date.now() / stepMs);
    // Close to the end of a step, the previous code would be too old by the time it arrives.
    const isLate = Date.now() % stepMs > stepMs - 5_000;
    this.#lastStep = Math.max(this.#lastStep + 1, isLate ? now : now - 1);
    const waitMs = this.#lastStep * stepMs - Date.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
    return this.#totp.generate({ timestamp: this.#lastStep * stepMs });
  }

  /** Waits until the code of this moment, which any other app with the secret shows, is newer than every one given here. */
  async nowUnused(): Promise<void> {
    const waitMs = (this.#lastStep + 1) * stepMs - Date.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
  }

  /** Six digits that are no code of these minutes. */
  wrongCode(): string {
    const near = new Set(
      [-2, -1, 0, 1, 2].map((step) => this.#totp.generate({ timestamp: Date.now() + step * stepMs })),
    );
    for (let code = 100_000; ; code += 1) if (!near.has(String(code))) return String(code);
  }
}
