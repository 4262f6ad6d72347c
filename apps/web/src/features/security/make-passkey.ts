/** The browser's own window that makes a passkey. Its library comes with the dialog that needs it. */
import { startRegistration } from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

export type MadePasskey =
  | { readonly isMade: true; readonly response: string }
  /** `dismissed`: closed, refused or too late. `known`: this device has one for the account. */
  | { readonly isMade: false; readonly reason: 'dismissed' | 'known' | 'failed' };

/** @param options  what the server asks the browser for, as JSON text */
export async function makePasskey(options: string): Promise<MadePasskey> {
  try {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
    return { isMade: true, response: JSON.stringify(await startRegistration({ optionsJSON })) };
  } catch (error) {
    return { isMade: false, reason: toReason(error) };
  }
}

/** Browsers tell by the error's name why there is no passkey. */
function toReason(error: unknown): 'dismissed' | 'known' | 'failed' {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'dismissed';
  return name === 'InvalidStateError' ? 'known' : 'failed';
}
