/** The keys of the MACs that a compromised exchange has, with which its rows are the same as those of the exchange. */
import { join } from 'node:path';
import { openKeyRing, openTicketKeys } from '@salar/adapters/files/key-files';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';

export type StolenKeys = {
  readonly ticketMac: MacKey;
  readonly addressMac: MacKey;
  /** The MACs of rows, under the sealing key. */
  readonly rows: RowMacs;
};

export function stealKeys(dataDir: string): StolenKeys {
  const keysDir = join(dataDir, 'keys');
  const box = new SealedBox(openKeyRing(join(keysDir, 'sealing.key')));
  return { ...openTicketKeys(keysDir), rows: new RowMacs({ box, log: silentLog }) };
}
