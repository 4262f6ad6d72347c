/** Which withdrawals are accepted automatically, and how long new destinations are held (security rules W5 and W6). */
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { AcceptancePolicy, AutomaticLimits } from '@salar/services';

const hourMs = 3_600_000;
const pesos = (whole: bigint) => minor(whole * 100n);

type Defaults = Omit<AcceptancePolicy, 'autoAcceptWithoutFactor'>;

const careful: Defaults = {
  autoAccept: {
    perTicket: pesos(20_000_000n),
    perUserDay: pesos(40_000_000n),
    perProductHour: pesos(400_000_000n),
  },
  autoAcceptSigned: {
    perTicket: pesos(100_000_000n),
    perUserDay: pesos(200_000_000n),
    perProductHour: pesos(1_000_000_000n),
  },
  newDestinationHoldMs: 24 * hourMs,
};
/** In production, of customers without a second factor: a quarter. */
const carefulWithoutFactor = { perTicket: pesos(5_000_000n), perUserDay: pesos(10_000_000n) };

/** On a laptop an ordinary withdrawal is accepted without an operator. */
const generous: Defaults = {
  autoAccept: {
    perTicket: pesos(1_000_000_000n),
    perUserDay: pesos(5_000_000_000n),
    perProductHour: pesos(20_000_000_000n),
  },
  autoAcceptSigned: {
    perTicket: pesos(5_000_000_000n),
    perUserDay: pesos(20_000_000_000n),
    perProductHour: pesos(80_000_000_000n),
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
  readonly SALAR_AUTO_ACCEPT_WITHOUT_2FA_TICKET?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_WITHOUT_2FA_USER_DAY?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_SIGNED_TICKET?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_SIGNED_USER_DAY?: Minor | undefined;
  readonly SALAR_AUTO_ACCEPT_SIGNED_PRODUCT_HOUR?: Minor | undefined;
};

export function toAcceptanceSettings(
  settings: AcceptanceSettings,
  { isProduction }: { readonly isProduction: boolean },
): AcceptancePolicy {
  const defaults = isProduction ? careful : generous;
  const { newDestinationHoldMs } = defaults;
  const hours = settings.SALAR_WITHDRAWAL_HOLD_HOURS;
  const autoAccept = {
    perTicket: settings.SALAR_AUTO_ACCEPT_TICKET ?? defaults.autoAccept.perTicket,
    perUserDay: settings.SALAR_AUTO_ACCEPT_USER_DAY ?? defaults.autoAccept.perUserDay,
    perProductHour: settings.SALAR_AUTO_ACCEPT_PRODUCT_HOUR ?? defaults.autoAccept.perProductHour,
  };
  const withoutFactor = isProduction ? carefulWithoutFactor : autoAccept;
  return {
    autoAccept,
    autoAcceptSigned: raiseTo(autoAccept, {
      perTicket: settings.SALAR_AUTO_ACCEPT_SIGNED_TICKET ?? defaults.autoAcceptSigned.perTicket,
      perUserDay: settings.SALAR_AUTO_ACCEPT_SIGNED_USER_DAY ?? defaults.autoAcceptSigned.perUserDay,
      perProductHour:
        settings.SALAR_AUTO_ACCEPT_SIGNED_PRODUCT_HOUR ?? defaults.autoAcceptSigned.perProductHour,
    }),
    autoAcceptWithoutFactor: {
      perTicket: findLower(
        autoAccept.perTicket,
        settings.SALAR_AUTO_ACCEPT_WITHOUT_2FA_TICKET ?? withoutFactor.perTicket,
      ),
      perUserDay: findLower(
        autoAccept.perUserDay,
        settings.SALAR_AUTO_ACCEPT_WITHOUT_2FA_USER_DAY ?? withoutFactor.perUserDay,
      ),
    },
    newDestinationHoldMs: hours === undefined ? newDestinationHoldMs : Math.round(hours * hourMs),
  };
}

/** A signature never lowers a limit. */
function raiseTo(least: AutomaticLimits, limits: AutomaticLimits): AutomaticLimits {
  const raise = (name: keyof AutomaticLimits) => (limits[name] > least[name] ? limits[name] : least[name]);
  return {
    perTicket: raise('perTicket'),
    perUserDay: raise('perUserDay'),
    perProductHour: raise('perProductHour'),
  };
}

/** The lack of a second factor never raises a limit. */
function findLower(most: Minor, limit: Minor): Minor {
  return limit < most ? limit : most;
}
