/** Passkeys of the browser. Its library arrives when a passkey is first asked for. */

let isSigning = false;

/** Whether this browser can sign with passkeys at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Whether the browser's passkey dialog is open. A second request would close it. */
export function isSigningWithPasskey(): boolean {
  return isSigning;
}

/**
 * Has the browser sign a challenge with one of the customer's passkeys. Ends an offer of passkeys in a field, if one is open.
 *
 * @param options  what the server asks for, as JSON text
 * @returns the answer for the server as JSON text, or null when the customer would not or has none here
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

/** Whether the browser's error means that no passkey was used: closed, timed out, or none here. Browsers do not say which. */
export function isPasskeyUnused(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
