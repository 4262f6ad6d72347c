/** Corrections of wallets, each with a MAC: a row that somebody else wrote would hide a theft from the comparison. */
import type { Queryable, TicketDatabase } from '@salar/store';
import {
  insertCorrection,
  listCorrections,
  sealCorrection,
} from '@salar/store/tables/operators/reconciliation';
import type { WalletCorrection } from '@salar/store/tables/operators/reconciliation';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { computeCorrectionMac, isSameMac } from '../crypto/ticket-macs.ts';
import type { DecisionRecord } from '../operator/decision-record.ts';

type Key = { readonly ticketMacKey: Uint8Array };

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
  return mac !== null && isSameMac(computeCorrectionMac(ticketMacKey, correction), mac);
}

/** Gives the corrections of version 0.1 their MACs, once; where one has a MAC already, another machine has done it. */
export async function sealFormerCorrections(
  context: Key & { readonly database: TicketDatabase; readonly decisions: CorrectionRecord },
): Promise<void> {
  const { database, decisions, ticketMacKey } = context;
  if (decisions.areCorrectionsSealed) return;
  const corrections = await listCorrections(database);
  if (!corrections.some((correction) => isCorrectionProved(context, correction)))
    for (const correction of corrections)
      await sealCorrection(database, correction.key, computeCorrectionMac(ticketMacKey, correction));
  decisions.recordCorrectionsSealed();
}

export type CorrectionRecord = Pick<DecisionRecord, 'areCorrectionsSealed' | 'recordCorrectionsSealed'>;
