/** The messages between the rush of sign-ins and the exchange that it meets, and who the customers are. */
import type { DatabaseOptions } from '@salar/store';

/** The password of every customer: its hash costs the same for each. */
export const password = 'Quartz-harbour-9';
export const agent = 'salar-bench';

export type SignInsJob = { readonly database: DatabaseOptions; readonly customers: number };
export type SignInsReady = {
  readonly port: number;
  /** The token of each customer's device, by the customer's number; null for those who come with a new one. */
  readonly devices: readonly (string | null)[];
};
export type SignInsResult = {
  /** Customers who are locked, or have failures counted against them. */
  readonly locked: number;
  /** Customers with a session. */
  readonly signedIn: number;
};

export const toUserName = (customer: number): string => `customer${customer}`;

/** Four of five customers return with a device that signed in before. */
export const isOnKnownDevice = (customer: number): boolean => customer % 5 !== 0;

/**
 * Returns the address of a customer. Half have an IPv4 address that four share, as customers of mobile networks do; the others have a
 * home line with an IPv6 /56. 256 customers are in each IPv4 /24 and in each IPv6 /48.
 */
export function toAddress(customer: number): string {
  const line = Math.floor(customer / 2);
  if (customer % 2 === 0)
    return `100.${64 + (line >> 16)}.${(line >> 8) & 255}.${Math.floor((line & 255) / 4)}`;
  return `2001:db8:${(line >> 8).toString(16)}:${((line & 255) << 8).toString(16)}::1`;
}
