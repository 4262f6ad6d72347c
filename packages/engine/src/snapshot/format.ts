/** What a snapshot begins with, and the closed lists whose words it keeps by their place. */
import type { AccountKind, InstrumentState, OrderPlaced, ProductKind } from '@salar/protocol';
import type { WithdrawalState } from '../funds/withdrawal.ts';

/** First text of every snapshot. */
export const snapshotMagic = 'salar engine';
/** Raised with every change to what is written or in which order. */
export const formatVersion = 3;

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
export const withdrawalStates: readonly WithdrawalState[] = ['held', 'settled', 'released'];
