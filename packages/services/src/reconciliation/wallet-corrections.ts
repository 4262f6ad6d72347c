/** Corrections of wallets, each with a MAC: a row that somebody else wrote would hide a theft from the comparison. */
import type { Queryable } from '@salar/store';
import {
  insertCorrection,
  listCorrections,
  sealCorrection,
} from '@salar/store/tables/operators/reconciliation';
import type { WalletCorrection } from '@salar/store/tables/operators/reconciliation';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeCorrectionMac } from '../crypto/ticket-macs.ts';

type Key = { readonly ticketMacKey: MacKey };

/** Adds a correction under its key and returns it; returns the existing one when the key is taken. */
export async function addCorrection(
  { database, clock, ticketMacKey }: Key & { readonly database: Queryable; readonly clock: () => number },
  correction: Omit<WalletCorrection, 'ticketId' | 'mac'>,
): Promise<WalletCorrection> {
  const row = { ...correction, ticketId: await takeTicketNumber(database) };
  return insertCorrection(database, { ...row, mac: computeCorrectionMac(ticketMacKey, row) }, clock());
}

/** Returns true when the exchange wrote the correction. */
export function isCorrectionProved({ ticketMacKey }: Key, correction: WalletCorrection): boolean {
  const { mac } = correction;
  return mac !== null && isMac(ticketMacKey, mac, (key) => computeCorrectionMac(key, correction));
}

/** Proves the corrections of version 0.1. */
export function createCorrectionProofs(ticketMacKey: MacKey): ProvedTable {
  return {
    name: 'wallet_correction',
    hasMacs: async (on) => (await listCorrections(on)).some(({ mac }) => mac !== null),
    async proveAll(tx: Queryable) {
      const corrections = await listCorrections(tx);
      for (const correction of corrections)
        await sealCorrection(tx, correction.key, computeCorrectionMac(ticketMacKey, correction));
      return corrections.length;
    },
  };
}
