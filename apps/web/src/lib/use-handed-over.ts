import { useLocation } from 'react-router';

/** What the page before handed over: a product id, and the key of the navigation that brought it. */
export type HandedOver = { readonly productId: number; readonly navigation: string };

/** The navigation that handed a product over, for `useDraft`; null when none was. */
export function useHandOver(field: 'fromCrypto' | 'productId'): string | null {
  return useHandedOver(field)?.navigation ?? null;
}

/**
 * Reads the product that the page before handed over in the navigation state (product spec, section 2).
 *
 * @param field  where it stands in the state
 * @returns null when nothing was handed over
 */
export function useHandedOver(field: 'fromCrypto' | 'productId'): HandedOver | null {
  const { state, key } = useLocation() as { readonly state: unknown; readonly key: string };
  if (typeof state !== 'object' || state === null || !(field in state)) return null;
  const productId = (state as Readonly<Record<string, unknown>>)[field];
  return typeof productId === 'number' ? { productId, navigation: key } : null;
}
