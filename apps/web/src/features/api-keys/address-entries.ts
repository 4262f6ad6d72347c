import { readAddressList } from '@salar/protocol/address-list';

export type AddressEntry = { readonly text: string; readonly isAddress: boolean };

/** The entries of a list as it is typed, commas between them; blanks are dropped, repeats said once. */
export function splitAddresses(list: string): readonly AddressEntry[] {
  const texts = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return [...new Set(texts)].map((text) => ({ text, isAddress: readAddressList([text]).ok }));
}
