import type { TemplateTypes } from '@salar/client/generated/calls';
import type { WireValue } from '@salar/client/lossless-json';
import { WireRow } from '../wire/wire-row.ts';
import type { Wire } from '../wire/wire-row.ts';

/** A provider through which a product comes in or goes out. */
export type TemplateType = {
  readonly providerId: number;
  readonly providerName: string;
  readonly templateName: string;
  readonly templateType: string;
  /** The network's or the bank rail's name for people. */
  readonly displayName: string;
  /** The smallest amount that comes in or goes out, as decimal text; null where the server does not say. */
  readonly amountMin: string | null;
};

export function readTemplateTypes(answer: Wire<TemplateTypes> | WireValue): TemplateType[] {
  return new WireRow<TemplateTypes>(answer).rows('TemplateTypes').map((row) => {
    const templateName = row.text('TemplateName');
    const providerName = row.text('AccountProviderName');
    return {
      providerId: row.integer('AccountProviderId'),
      providerName,
      templateName,
      templateType: row.textOr('TemplateType', templateName),
      displayName: row.textOr('DisplayName', '') || providerName,
      amountMin: row.decimalOr('MinimumAmount', '') || null,
    };
  });
}

/** A bank provider says so in its name (product spec, section 3). */
export function isBank(type: TemplateType): boolean {
  return type.providerName.includes('FIAT');
}

/** Deposits to a wallet network. */
export function isDepositNetwork(type: TemplateType): boolean {
  return type.templateName.includes('WSAccountProvider');
}

/** Withdrawals to a wallet address. */
export function isWithdrawNetwork(type: TemplateType): boolean {
  return type.templateName.includes('ToExternal');
}
