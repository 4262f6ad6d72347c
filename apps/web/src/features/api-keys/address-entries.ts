import { readAddressList } from '@salar/protocol/address-list';

export type AddressEntry = { readonly text: string; readonly isAddress: boolean };

/** Splits a typed list at its commas into entries. Blanks are dropped, and repeated entries appear once. */
export function splitAddresses(list: string): readonly AddressEntry[] {
  const texts = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return [...new Set(texts)].map((text) => ({ text, isAddress: readAddressList([text]).ok }));
}
