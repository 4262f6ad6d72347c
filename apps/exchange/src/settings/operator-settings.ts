/** The address of the operators' listener, and what operators may decide alone. */
import { isIP } from 'node:net';
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { AcceptancePolicy } from '@salar/services';
import type { OperatorLimits } from '@salar/services/operator/act';
import { z } from 'zod';

const wildcards: readonly string[] = ['0.0.0.0', '::'];

/** `10.0.0.7:8444` or `[fd00::7]:8444`: one address, because the listener is for a private network. */
export const operatorListenSetting = z.string().transform((text, context) => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const port = Number(digits);
  if (isIP(host) === (bracketed === undefined ? 4 : 6) && port >= 1 && port <= 65_535) {
    if (!wildcards.includes(host)) return { host, port };
    context.addIssue('must be one address of a private network, not all addresses');
    return z.NEVER;
  }
  context.addIssue('must be an address and a port, such as 10.0.0.7:8444 or [fd00::7]:8444');
  return z.NEVER;
});

type OperatorSettings = {
  readonly SALAR_ACCEPT_ALONE?: Minor | undefined;
  readonly SALAR_ACCEPT_ALONE_PER_DAY?: Minor | undefined;
  readonly SALAR_ALONE_TOTAL_PER_DAY?: Minor | undefined;
  readonly SALAR_BANK_CREDIT_ALONE: Minor;
  readonly SALAR_ADJUST_PER_DAY: Minor;
};

/** A withdrawal that is too large for automatic acceptance needs two operators (security rule W5). */
export function toOperatorLimits(
  settings: OperatorSettings,
  { autoAccept }: Pick<AcceptancePolicy, 'autoAccept'>,
): OperatorLimits {
  const acceptAlonePerDay = settings.SALAR_ACCEPT_ALONE_PER_DAY ?? autoAccept.perUserDay;
  return {
    acceptAlone: settings.SALAR_ACCEPT_ALONE ?? autoAccept.perTicket,
    acceptAlonePerDay,
    aloneTotalPerDay: settings.SALAR_ALONE_TOTAL_PER_DAY ?? minor(acceptAlonePerDay * 2n),
    bankCreditAlone: settings.SALAR_BANK_CREDIT_ALONE,
    adjustPerDay: settings.SALAR_ADJUST_PER_DAY,
  };
}
