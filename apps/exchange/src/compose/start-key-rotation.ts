/** Starts to move what was written under a former sealing key to the current one, in the background. */
import type { UserRecords } from '@salar/services/accounts/user-records';
import type { RowMacs } from '@salar/services/crypto/row-macs';
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import { KeyRotation } from '@salar/services/key-rotation/key-rotation';
import { listRotatedTables } from '@salar/services/key-rotation/rotated-tables';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import type { RunOptions } from './run-options.ts';

/** A hundred rows in this time: a million take about three hours. */
const pauseMs = 1000;

export function startKeyRotation(
  { database, log, stops }: RunOptions,
  parts: { readonly box: SealedBox; readonly macs: RowMacs; readonly records: UserRecords },
): void {
  const stop = new AbortController();
  const tables = listRotatedTables({ ...parts, factors: new FactorRecords(parts) });
  const rotation = new KeyRotation({ database, keyIds: parts.box.keyIds, tables, pauseMs, log });
  const ended = rotation.run(stop.signal).catch((error: unknown) => {
    log.error({ error: String(error) }, 'moving rows to the current key failed: the next start continues');
  });
  stops.add('key rotation', async () => {
    stop.abort();
    await ended;
  });
}
