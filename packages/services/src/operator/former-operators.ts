/** Operators of version 0.1, who have secrets, no keys, and rows without MACs. */
import type { Queryable } from '@salar/store';
import { listOperators, replaceOperator } from '@salar/store/tables/operators/operators';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeOperatorMac } from '../crypto/ticket-macs.ts';
import type { ProvedTable } from '../crypto/first-proofs.ts';

/** Lists the operators of version 0.1 who may still register a key. */
export async function listFormerOperators(on: Queryable): Promise<readonly OperatorRow[]> {
  return (await listOperators(on)).filter((row) => isFormer(row) && row.removedAt === null);
}

/** Proves the rows of version 0.1. */
export function createOperatorProofs(ticketMacKey: MacKey): ProvedTable {
  return {
    name: 'operator',
    hasMacs: async (on) => (await listOperators(on)).some(({ mac }) => mac !== null),
    async proveAll(tx: Queryable) {
      const former = (await listOperators(tx)).filter(isFormer);
      for (const row of former) {
        const first = { ...row, version: 1 };
        const proved = { ...first, mac: computeOperatorMac(ticketMacKey, first) };
        await replaceOperator(tx, { row: proved, formerVersion: row.version });
      }
      return former.length;
    },
  };
}

function isFormer({ mac, publicKey }: OperatorRow): boolean {
  return mac === null && publicKey === null;
}
