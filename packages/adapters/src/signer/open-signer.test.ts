import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@salar/services/ports/log';
import { afterAll, expect, test } from 'vitest';
import { openTlsIdentity } from '../tls/tls-identity.ts';
import { openSigner } from './open-signer.ts';

const folder = mkdtempSync(join(tmpdir(), 'salar-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('S13 a signer that does not answer, as one that ended at a wrong passphrase, is reported at the first attempt', async () => {
  const identity = await openTlsIdentity(folder, 'exchange');
  const stop = new AbortController();
  let silences = 0;
  const opened = openSigner(
    { endpoint: { socket: join(folder, 'nobody.sock') }, signerCertificate: identity.certificate, identity },
    {
      log: silentLog,
      signal: stop.signal,
      onSilent: () => {
        silences += 1;
        stop.abort();
      },
    },
  );
  await expect(opened).rejects.toThrow('the signer is unreachable');
  expect(silences).toBe(1);
});
