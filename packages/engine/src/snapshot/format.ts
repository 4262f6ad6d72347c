/** The header of a snapshot, and the closed lists whose values it stores by index. */
import type { AccountKind, InstrumentState, OrderPlaced, ProductKind } from '@salar/protocol';
import type { WithdrawalState } from '../funds/withdrawal.ts';

/** The first string of every snapshot. */
export const snapshotMagic = 'salar engine';
/** Incremented with every change to what is written or in which order. */
export const formatVersion = 8;
/** The oldest format that is read. Before format 6 a market had no cause and no last change of its state: no program changed it. */
export const formatOldest = 5;

export const productKinds: readonly ProductKind[] = ['crypto', 'fiat'];
export const accountKinds: readonly AccountKind[] = ['customer', 'house'];
export const instrumentStates: readonly InstrumentState[] = [
  'running',
  'cancel_only',
  'paused',
  'stopped',
  'post_only',
];
export const placedStatuses: readonly OrderPlaced['status'][] = ['working', 'filled', 'canceled'];
export const withdrawalStates: readonly WithdrawalState[] = ['held', 'settled', 'released', 'returned'];
