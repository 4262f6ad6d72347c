/** Product spec, section 4: statuses of orders and tickets in three groups, by case-insensitive substring. */
import type { StatusTone } from '@salar/ui';

export type StatusGroup = 'confirmed' | 'pending' | 'failed';

const parts: Readonly<Record<StatusGroup, readonly string[]>> = {
  confirmed: ['confirmed', 'fullyexecuted', 'accepted'],
  pending: ['pending', 'working', 'new', 'processing'],
  failed: ['failed', 'rejected', 'canceled', 'expired'],
};
const groups = Object.keys(parts) as StatusGroup[];

/** The group of a status; null where none fits: such a status is shown as it is. */
export function statusGroup(status: string): StatusGroup | null {
  const word = status.toLowerCase();
  return groups.find((group) => parts[group].some((part) => word.includes(part))) ?? null;
}

/** Green, yellow, red; grey for a status without a group. */
export const groupTones: Readonly<Record<StatusGroup | 'other', StatusTone>> = {
  confirmed: 'good',
  pending: 'wait',
  failed: 'bad',
  other: 'quiet',
};
