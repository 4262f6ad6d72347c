/** Passkeys among the browser's suggestions in the username field (conditional mediation of WebAuthn). */
import {
  WebAuthnAbortService,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from '@simplewebauthn/browser';
import type { PasskeyChallenge, PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { isPasskeyUnused, isSigningWithPasskey } from '../../lib/passkey.ts';

/**
 * How long a challenge is offered. The server accepts an answer for five minutes; the last minute is left for signing.
 */
const offerMs = 4 * 60_000;
/** How long no challenge is requested after the server gave none, because of its rate limit or a lost connection. */
const pauseMs = 60_000;

/** `expiresAt`: when it is too old to be offered, in milliseconds since the epoch by this device's clock. */
type TimedChallenge = PasskeyChallenge & { readonly expiresAt: number };

export type PasskeyAutofillOptions = {
  /** Requests a challenge from the server; null when none is available. */
  readonly requestChallenge: () => Promise<PasskeyChallenge | null>;
  /** Called when the customer chose a passkey and the browser signed with it. */
  readonly onAssertion: (assertion: PasskeyAssertion) => Promise<void>;
};

/**
 * Offers passkeys in the field whose `autocomplete` ends with `webauthn`. A failure is not shown: the customer did not
 * start this, and the passkey button explains what is wrong.
 */
export class PasskeyAutofill {
  readonly #options: PasskeyAutofillOptions;
  /** Kept across offers until it is answered or too old. */
  #challenge: TimedChallenge | null = null;
  #pausedUntil = 0;
  #current: AbortController | null = null;

  constructor(options: PasskeyAutofillOptions) {
    this.#options = options;
  }

  /** Starts to offer passkeys, unless they are offered already or the dialog of the passkey button is open. */
  async offer(): Promise<void> {
    if (this.#current || isSigningWithPasskey()) return;
    const current = new AbortController();
    this.#current = current;
    try {
      const assertion = await this.#waitForAssertion(current.signal);
      if (assertion) await this.#options.onAssertion(assertion);
    } finally {
      if (this.#current === current) this.#current = null;
    }
  }

  /** Stops offering passkeys: the customer chose another way. */
  withdraw(): void {
    this.#current?.abort();
    this.#current = null;
  }

  /** Resolves to null when the offer was withdrawn or the browser ended it. Renews the challenge while the page is visible. */
  async #waitForAssertion(signal: AbortSignal): Promise<PasskeyAssertion | null> {
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    while (!signal.aborted) {
      const challenge = await this.#findChallenge();
      if (!challenge || signal.aborted || isSigningWithPasskey()) return null;
      const period = new AbortController();
      const end = () => period.abort();
      const timer = setTimeout(end, challenge.expiresAt - Date.now());
      signal.addEventListener('abort', end);
      const response = await this.#sign(challenge.options, period.signal);
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (signal.aborted) return null;
      if (response !== null) {
        this.#challenge = null;
        return { challengeId: challenge.challengeId, response };
      }
      if (!period.signal.aborted || document.visibilityState === 'hidden') return null;
    }
    return null;
  }

  async #findChallenge(): Promise<TimedChallenge | null> {
    if (this.#challenge && Date.now() < this.#challenge.expiresAt) return this.#challenge;
    this.#challenge = null;
    if (Date.now() < this.#pausedUntil) return null;
    const requestedAt = Date.now();
    const challenge = await this.#options.requestChallenge();
    if (challenge) this.#challenge = { ...challenge, expiresAt: requestedAt + offerMs };
    else this.#pausedUntil = requestedAt + pauseMs;
    return this.#challenge;
  }

  /** @returns the browser's answer as JSON text, or null when no passkey was chosen */
  async #sign(options: string, signal: AbortSignal): Promise<string | null> {
    const cancel = () => WebAuthnAbortService.cancelCeremony();
    signal.addEventListener('abort', cancel);
    try {
      const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
    } catch (error) {
      if (isPasskeyUnused(error)) return null;
      // The browser does not support the server's options, and will not on this page.
      this.#pausedUntil = Infinity;
      this.#challenge = null;
      return null;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
