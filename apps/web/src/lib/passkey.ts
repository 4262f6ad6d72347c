/** Access to the browser's passkeys. The library is loaded with the first request for a passkey. */

let isSigning = false;

/** True when this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** True while the browser's passkey dialog is open. A second request would close it. */
export function isSigningWithPasskey(): boolean {
  return isSigning;
}

/**
 * Has the browser sign a challenge with one of the customer's passkeys. Closes a passkey offer in a field, if one is
 * open.
 *
 * @param options  the server's WebAuthn options, as JSON text
 * @returns the response for the server as JSON text, or null when the customer declined or has no passkey here
 */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  isSigning = true;
  try {
    const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return JSON.stringify(await startAuthentication({ optionsJSON }));
  } catch (error) {
    if (isPasskeyUnused(error)) return null;
    throw error;
  } finally {
    isSigning = false;
  }
}

/**
 * True when the browser's error means that no passkey was used: closed, timed out, or none available. Browsers do not
 * disclose which.
 */
export function isPasskeyUnused(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
