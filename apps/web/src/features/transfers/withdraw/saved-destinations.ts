/** The saved destinations that fit a withdrawal method. */
import type { TemplateField } from '../../../api/calls/transfers/get-withdraw-template.ts';
import type { WithdrawInfo } from '../../../api/records/withdraw-info.ts';
import type { TemplateType } from '../../../api/records/template-type.ts';
import { isBank } from '../../../api/records/template-type.ts';
import { addressField, fitsTemplate } from '../../../parts/destinations/template-form.ts';
import type { ReceiverValues } from '../../../parts/destinations/template-form.ts';

/** Filters the destinations of the product on this network, or those that fill the form of this bank rail. */
export function filterDestinations(
  infos: readonly WithdrawInfo[],
  productId: number,
  provider: TemplateType,
  template: readonly TemplateField[],
): WithdrawInfo[] {
  return infos.filter((info) => {
    if (info.productId !== productId) return false;
    if (info.kind === 'wallet') return !isBank(provider) && isSameNetwork(info.network, provider);
    return isBank(provider) && fitsTemplate(template, info.fields);
  });
}

/** Converts a saved destination to the values of the form. */
export function toReceiverValues(info: WithdrawInfo): ReceiverValues {
  return info.kind === 'wallet' ? { [addressField]: info.address } : info.fields;
}

function isSameNetwork(network: string, { displayName }: TemplateType): boolean {
  return network.trim().toLowerCase() === displayName.trim().toLowerCase();
}
