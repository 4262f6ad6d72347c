import type { TemplateTypes } from '@salar/client/generated/calls';
import type { WireValue } from '@salar/client/lossless-json';
import { WireRow } from '../wire/wire-row.ts';
import type { Wire } from '../wire/wire-row.ts';

/** A provider through which a product is deposited or withdrawn. */
export type TemplateType = {
  readonly providerId: number;
  readonly providerName: string;
  readonly templateName: string;
  readonly templateType: string;
  /** The display name of the network or bank rail. */
  readonly displayName: string;
  /** The minimum deposit or withdrawal, as decimal text; null when the server sends none. */
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

/** Bank providers are marked in their name (product spec, section 3). */
export function isBank(type: TemplateType): boolean {
  return type.providerName.includes('FIAT');
}

/** True for deposits through a blockchain network. */
export function isDepositNetwork(type: TemplateType): boolean {
  return type.templateName.includes('WSAccountProvider');
}

/** True for withdrawals to a wallet address. */
export function isWithdrawNetwork(type: TemplateType): boolean {
  return type.templateName.includes('ToExternal');
}
