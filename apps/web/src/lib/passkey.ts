/** Passkeys of the browser. Its library arrives when a passkey is first asked for. */

/** Whether this browser can sign with passkeys at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/**
 * Has the browser sign a challenge with one of the customer's passkeys.
 *
 * @param options  what the server asks for, as JSON text
 * @returns the answer for the server as JSON text, or null when the customer would not or has none here
 */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return JSON.stringify(await startAuthentication({ optionsJSON }));
  } catch (error) {
    // Closed, timed out, or no passkey here: browsers do not say which.
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return null;
    throw error;
  }
}
