/** The colour of an order's or ticket's state: done, on its way, failed, or unknown. */
import type { StatusTone } from '@salar/ui';

const failedParts = ['failed', 'rejected', 'canceled', 'cancelled', 'expired'];
const doneParts = ['fullyexecuted', 'fullyprocessed'];
const movingParts = [
  'pending',
  'working',
  'new',
  'processing',
  'confirmed',
  'accepted',
  'submitted',
  'delayed',
];

/**
 * Returns true when the customer canceled it: nothing failed, although the filters of the report count it as a failure.
 */
export function isCanceledByCustomer(status: string): boolean {
  return /^(?:user)?cancell?ed$/i.test(status);
}

/**
 * Returns the tone of a status, by case-insensitive substring. Cancellations by the customer are neutral; every other
 * failure is checked first, so that it can never look like success.
 */
export function statusTone(status: string): StatusTone {
  if (isCanceledByCustomer(status)) return 'quiet';
  const word = status.toLowerCase();
  const includesAny = (parts: readonly string[]) => parts.some((part) => word.includes(part));
  if (includesAny(failedParts)) return 'bad';
  if (includesAny(doneParts)) return 'good';
  return includesAny(movingParts) ? 'wait' : 'quiet';
}
