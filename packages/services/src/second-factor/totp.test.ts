import { HOTP, Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { createEnrolment, buildEnrolmentUri, createTotpSecret, findCodeStep } from './totp.ts';

/** The secret of RFC 4226 and RFC 6238. */
const secret = Buffer.from('12345678901234567890');
const second = 1000;

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [9, '520489'],
  [Math.floor(59 / 30), '287082'],
  [Math.floor(1_111_111_109 / 30), '081804'],
  [Math.floor(1_111_111_111 / 30), '050471'],
  [Math.floor(1_234_567_890 / 30), '005924'],
  [Math.floor(2_000_000_000 / 30), '279037'],
  [Math.floor(20_000_000_000 / 30), '353130'],
])('F1 at step %i the code is %s, as in the RFCs', (step, code) => {
  expect(findCodeStep(secret, code, step * 30 * second)).toBe(step);
});

test('F1 the current and the previous step are accepted, earlier ones and the next are not', () => {
  const codeAt = (step: number) =>
    HOTP.generate({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), counter: step });
  const step = 59_000_000;
  const at = step * 30 * second + 29_999;
  expect([-2, -1, 0, 1].map((offset) => findCodeStep(secret, codeAt(step + offset), at))).toEqual([
    null,
    step - 1,
    step,
    null,
  ]);
});

test.each(['', '12345', '1234567', '28708a', '２８７０８２', '287082 '])('%j is not a code', (code) => {
  expect(findCodeStep(secret, code, 59 * second)).toBeNull();
});

test('an authenticator app reads the secret from picture and text, with its issuer in both places', async () => {
  const made = createTotpSecret();
  expect(made).toHaveLength(20);
  const { qrPng, manualCode } = await createEnrolment(made, 'ana@example.test');
  expect(Buffer.from(qrPng, 'base64').subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(Buffer.from(Secret.fromBase32(manualCode).bytes)).toEqual(made);
  expect(buildEnrolmentUri(made, 'ana@example.test')).toBe(
    `otpauth://totp/Salar:ana%40example.test?issuer=Salar&secret=${manualCode}&algorithm=SHA1&digits=6&period=30`,
  );
});
