/** Parses browsers' passkey responses: JSON text in the W3C's format, never trusted. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

type Unknown = Readonly<Record<string, unknown>>;

const base64UrlPattern = /^[A-Za-z0-9_-]{1,16384}$/;
const credentialIdMax = 1400; // 1023 bytes, the most that a device may use
/** How a device is connected, in the browsers' terms. */
const transportPattern = /^[a-z-]{1,16}$/;
const transportsMax = 8;

/** Parses the response of a browser that created a passkey; null when it is malformed. */
export function readAttestation(text: string): RegistrationResponseJSON | null {
  const read = readCredential(text);
  if (!read) return null;
  const { clientDataJSON, attestationObject, transports } = read.inner;
  if (!isBase64Url(clientDataJSON) || !isBase64Url(attestationObject)) return null;
  const known = Array.isArray(transports) ? transports.filter(isTransport).slice(0, transportsMax) : [];
  const response = { clientDataJSON, attestationObject, transports: known };
  return { id: read.id, rawId: read.id, type: 'public-key', clientExtensionResults: {}, response };
}

/** Parses the response of a browser that used a passkey; null when it is malformed. */
export function readAssertion(text: string): AuthenticationResponseJSON | null {
  const read = readCredential(text);
  if (!read) return null;
  const { clientDataJSON, authenticatorData, signature } = read.inner;
  if (!isBase64Url(clientDataJSON) || !isBase64Url(authenticatorData) || !isBase64Url(signature)) return null;
  const response = { clientDataJSON, authenticatorData, signature };
  return { id: read.id, rawId: read.id, type: 'public-key', clientExtensionResults: {}, response };
}

/** Reads the challenge that was signed; null when it is missing. */
export function readChallenge({
  response,
}: {
  readonly response: { readonly clientDataJSON: string };
}): string | null {
  const data = parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
  const challenge = data?.['challenge'];
  return isBase64Url(challenge) ? challenge : null;
}

export function readTransports({ response }: RegistrationResponseJSON): readonly string[] {
  return response.transports ?? [];
}

function readCredential(text: string): { readonly id: string; readonly inner: Unknown } | null {
  const credential = parse(text);
  const id = credential?.['id'];
  const inner = credential?.['response'];
  if (!isBase64Url(id) || id.length > credentialIdMax || credential?.['type'] !== 'public-key') return null;
  return isObject(inner) ? { id, inner } : null;
}

function parse(text: string): Unknown | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBase64Url(value: unknown): value is string {
  return typeof value === 'string' && base64UrlPattern.test(value);
}

function isTransport(value: unknown): value is string {
  return typeof value === 'string' && transportPattern.test(value);
}
