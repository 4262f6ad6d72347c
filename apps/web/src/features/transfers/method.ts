/** The methods by which a product is deposited or withdrawn, and the one a page starts with. */
import { isBank } from '../../api/records/template-type.ts';
import type { TemplateType } from '../../api/records/template-type.ts';

export type Method = 'bank' | 'wallet';

export type Methods = { readonly bank: readonly TemplateType[]; readonly wallet: readonly TemplateType[] };

/** Groups providers by method. `isNetwork` identifies the wallet networks of this direction. */
export function groupByMethod(
  types: readonly TemplateType[],
  isNetwork: (type: TemplateType) => boolean,
): Methods {
  return {
    bank: types.filter(isBank),
    wallet: types.filter((type) => !isBank(type) && isNetwork(type)),
  };
}

/** Chooses the bank for a deposit if there is one, else the wallet (product spec, section 4). */
export function chooseDepositMethod(methods: Methods, chosen: Method | null): Method {
  if (chosen !== null && methods[chosen].length > 0) return chosen;
  return methods.bank.length > 0 ? 'bank' : 'wallet';
}

/** Chooses the method of a withdrawal: the wallet if the chosen method is unavailable, else the bank (section 4). */
export function chooseWithdrawMethod(methods: Methods, chosen: Method | null): Method {
  if (chosen !== null && methods[chosen].length > 0) return chosen;
  return methods.wallet.length > 0 || methods.bank.length === 0 ? 'wallet' : 'bank';
}

/** The chosen provider while it is available, else the first: the server's default. */
export function chooseProvider(
  offered: readonly TemplateType[],
  chosenProviderId: number | null,
): TemplateType | null {
  return offered.find(({ providerId }) => providerId === chosenProviderId) ?? offered[0] ?? null;
}
