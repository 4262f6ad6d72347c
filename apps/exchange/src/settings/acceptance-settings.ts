/** Which withdrawals are accepted automatically, and how long new destinations are held (security rules W5 and W6). */
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { AcceptancePolicy } from '@salar/services';

const hourMs = 3_600_000;
const pesos = (whole: bigint) => minor(whole * 100n);

const careful: AcceptancePolicy = {
  autoAccept: {
    perTicket: pesos(20_000_000n),
    perUserDay: pesos(40_000_000n),
    perProductHour: pesos(400_000_000n),
  },
  newDestinationHoldMs: 24 * hourMs,
};
/** On a laptop an ordinary withdrawal is accepted without an operator. */
const generous: AcceptancePolicy = {
  autoAccept: {
    perTicket: pesos(1_000_000_000n),
    perUserDay: pesos(5_000_000_000n),
    perProductHour: pesos(20_000_000_000n),
  },
  newDestinationHoldMs: 0,
};

/**
 * Settings of the environment; unset ones have the profile's default. Amounts are in minor units of the notional
 * product.
 */
export type AcceptanceSettings = {
  readonly SALAR_WITHDRAWAL_HOLD_HOURS?: number | undefined;
  readonly SALAR_AUTO_ACCEPT_TICKET?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_USER_DAY?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_PRODUCT_HOUR?: Minor | undefined;
};

export function toAcceptanceSettings(
  settings: AcceptanceSettings,
  { isProduction }: { readonly isProduction: boolean },
): AcceptancePolicy {
  const { autoAccept, newDestinationHoldMs } = isProduction ? careful : generous;
  const hours = settings.SALAR_WITHDRAWAL_HOLD_HOURS;
  return {
    autoAccept: {
      perTicket: settings.SALAR_AUTO_ACCEPT_TICKET ?? autoAccept.perTicket,
      perUserDay: settings.SALAR_AUTO_ACCEPT_USER_DAY ?? autoAccept.perUserDay,
      perProductHour: settings.SALAR_AUTO_ACCEPT_PRODUCT_HOUR ?? autoAccept.perProductHour,
    },
    newDestinationHoldMs: hours === undefined ? newDestinationHoldMs : Math.round(hours * hourMs),
  };
}
