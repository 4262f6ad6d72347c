/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, because apps ignore other settings.
 *
 * Only the server's clock counts, and only the current and the previous step: a phone whose clock is late is accepted, one
 * that is ahead is not (security rule F1).
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { toBuffer } from 'qrcode';

const stepMs = 30_000;
const issuer = 'Salar';
const codePattern = /^\d{6}$/;

/** Creates a secret of 160 random bits. */
export function createTotpSecret(): Buffer {
  return randomBytes(20);
}

/**
 * Finds the time step of a code.
 *
 * @param at  milliseconds of the server's clock
 * @returns null for a code of neither the current nor the previous step, and for what is not six digits
 */
export function findCodeStep(secret: Buffer, code: string, at: number): number | null {
  if (!codePattern.test(code)) return null;
  const totp = createTotp(secret, '');
  const current = Math.floor(at / stepMs);
  for (const step of [current, current - 1])
    if (totp.validate({ token: code, timestamp: step * stepMs, window: 0 }) !== null) return step;
  return null;
}

/** Creates what an authenticator app reads: the picture as a PNG in base64, and the secret in base32 for typing. */
export async function createEnrolment(
  secret: Buffer,
  userName: string,
): Promise<{ readonly qrPng: string; readonly manualCode: string }> {
  const png = await toBuffer(buildEnrolmentUri(secret, userName), {
    errorCorrectionLevel: 'M',
    margin: 4,
    width: 240,
  });
  return { qrPng: png.toString('base64'), manualCode: createTotp(secret, userName).secret.base32 };
}

/** Builds the URI of the picture. */
export function buildEnrolmentUri(secret: Buffer, userName: string): string {
  return createTotp(secret, userName).toString();
}

function createTotp(secret: Buffer, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
  });
}
