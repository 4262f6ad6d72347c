/** Simulates the browser's side of passkeys, which jsdom lacks. */
import { afterEach, beforeEach, vi } from 'vitest';

type CredentialRequest = {
  readonly challenge: string;
  readonly mediation: string | undefined;
  readonly signal: AbortSignal;
  /** Completes the request as a customer who uses a passkey. */
  readonly answer: () => void;
  readonly fail: (name: string) => void;
};

/** The passkey requests of pages in the current test, and whether the browser supports passkey autofill. */
export type BrowserPasskeys = { requests: CredentialRequest[]; canAutofill: boolean };

/** Installs passkey support for each test of a file. A request ends when a test answers it or the page aborts it. */
export function useBrowserPasskeys(): BrowserPasskeys {
  const browser: BrowserPasskeys = { requests: [], canAutofill: true };
  beforeEach(() => {
    browser.requests = [];
    browser.canAutofill = true;
    function PublicKeyCredential() {}
    PublicKeyCredential.isConditionalMediationAvailable = async () => browser.canAutofill;
    vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
    Object.defineProperty(navigator, 'credentials', {
      value: { get: (options: CredentialRequestOptions) => addRequest(browser, options) },
      configurable: true,
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return browser;
}

/** Builds options with the given challenge, which must be base64url. */
export function challengeOptions(challenge: string): string {
  return JSON.stringify({ challenge, rpId: 'localhost', userVerification: 'required' });
}

function addRequest(
  browser: BrowserPasskeys,
  { publicKey, mediation, signal }: CredentialRequestOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!publicKey || !signal) throw new Error('a request for a passkey has a challenge and can be aborted');
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    browser.requests.push({
      challenge: Buffer.from(publicKey.challenge as ArrayBuffer).toString('base64url'),
      mediation,
      signal,
      answer: () => resolve(signed),
      fail: (name) => reject(Object.assign(new Error('from the browser'), { name })),
    });
  });
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const signed = {
  id: 'key',
  rawId: bytes('key'),
  type: 'public-key',
  response: {
    authenticatorData: bytes('authenticator'),
    clientDataJSON: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('17'),
  },
  getClientExtensionResults: () => ({}),
};
