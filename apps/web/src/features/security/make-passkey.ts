/** Opens the browser's own dialog that creates a passkey. The library loads with the dialog that needs it. */
import { startRegistration } from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

export type MadePasskey =
  | { readonly isMade: true; readonly response: string }
  /** `dismissed`: closed, refused or timed out. `known`: this device already has one for the account. */
  | { readonly isMade: false; readonly reason: 'dismissed' | 'known' | 'failed' };

/** @param options  the server's options for the browser, as JSON text */
export async function makePasskey(options: string): Promise<MadePasskey> {
  try {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
    return { isMade: true, response: JSON.stringify(await startRegistration({ optionsJSON })) };
  } catch (error) {
    return { isMade: false, reason: toReason(error) };
  }
}

/** Reads from the name of the browser's error why no passkey was created. */
function toReason(error: unknown): 'dismissed' | 'known' | 'failed' {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'dismissed';
  return name === 'InvalidStateError' ? 'known' : 'failed';
}
