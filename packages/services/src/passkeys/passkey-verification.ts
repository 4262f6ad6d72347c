/** Verifies the signatures of passkeys over our challenges, for our address only. */
import type { PasskeyRow } from '@salar/store/tables/sign-in/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { readChallenge, readTransports } from './passkey-responses.ts';

/** The site that passkeys are valid for: its host name, and its origin in the browser. */
export type PasskeySite = { readonly rpId: string; readonly origin: string };

/** Returns the credential of a new passkey; null when the response is invalid, whatever the reason. */
export async function verifyAttestation(attestation: RegistrationResponseJSON, site: PasskeySite) {
  const verified = await verifyRegistrationResponse({
    response: attestation,
    expectedChallenge: readChallenge(attestation) ?? '',
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => null); // thrown for every invalid response
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  if (id !== attestation.id) return null; // the id under which it will be looked up
  const transports = readTransports(attestation);
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Returns the passkey's new counter; null when the response is invalid, whatever the reason. */
export async function verifyAssertion(
  assertion: AuthenticationResponseJSON,
  { credentialId, publicKey, counter }: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>,
  site: PasskeySite,
): Promise<number | null> {
  const verified = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: readChallenge(assertion) ?? '',
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null); // thrown for every invalid response
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
