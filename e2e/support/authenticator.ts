/** An authenticator app that generates codes for a secret. A code works once, so each one returned is newer. */
import { TOTP } from 'otpauth';

const stepMs = 30_000;

export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;
  /** The secret as shown, without spaces. */
  readonly secret: string;

  /** @param secret  in base32, as shown beside the QR code */
  constructor(secret: string) {
    this.secret = secret.replaceAll(/\s/g, '');
    this.#totp = new TOTP({ secret: this.secret, algorithm: 'SHA1', digits: 6, period: 30 });
  }

  /** The secret of the codes. */
  get secretBytes(): Buffer {
    return Buffer.from(this.#totp.secret.bytes);
  }

  /**
   * Returns a valid code that was not returned before: of the previous step, of this one, or, after a wait, of the
   * next.
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

  /** Waits until the current code, which any other app with the secret shows, is newer than all codes returned here. */
  async nowUnused(): Promise<void> {
    const waitMs = (this.#lastStep + 1) * stepMs - Date.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
  }

  /** Returns six digits that are not a valid code. */
  wrongCode(): string {
    const near = new Set(
      [-2, -1, 0, 1, 2].map((step) => this.#totp.generate({ timestamp: Date.now() + step * stepMs })),
    );
    for (let code = 100_000; ; code += 1) if (!near.has(String(code))) return String(code);
  }
}
