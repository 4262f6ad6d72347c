/**
 * Product spec, section 4: statuses of orders and tickets in three groups, by case-insensitive substring. A ticket that
 * is fully processed counts as confirmed (decision 0027).
 */
import type { StatusTone } from '@salar/ui';
import { isCanceledByCustomer } from '../../parts/tickets/status-tone.ts';

export type StatusGroup = 'confirmed' | 'pending' | 'failed';

const parts: Readonly<Record<StatusGroup, readonly string[]>> = {
  confirmed: ['confirmed', 'fullyexecuted', 'fullyprocessed', 'accepted'],
  pending: ['pending', 'working', 'new', 'processing'],
  failed: ['failed', 'rejected', 'canceled', 'expired'],
};
const groups = Object.keys(parts) as StatusGroup[];

/** Returns the group of a status; null where no group matches: such a status is shown as received. */
export function toStatusGroup(status: string): StatusGroup | null {
  const word = status.toLowerCase();
  return groups.find((group) => parts[group].some((part) => word.includes(part))) ?? null;
}

/** Returns the colour of a status: green, yellow or red by its group; grey for canceled and all others. */
export function toStatusTone(status: string): StatusTone {
  return isCanceledByCustomer(status) ? 'quiet' : groupTones[toStatusGroup(status) ?? 'other'];
}

const groupTones: Readonly<Record<StatusGroup | 'other', StatusTone>> = {
  confirmed: 'good',
  pending: 'wait',
  failed: 'bad',
  other: 'quiet',
};
