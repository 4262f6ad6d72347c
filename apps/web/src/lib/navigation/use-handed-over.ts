import { useLocation } from 'react-router';

/** A product that the previous page handed over, and the key of that navigation. */
export type HandedOver = { readonly productId: number; readonly navigation: string };

/** Returns the key of the navigation that handed a product over, for `useDraft`; null without one. */
export function useHandOver(field: 'fromCrypto' | 'productId'): string | null {
  return useHandedOver(field)?.navigation ?? null;
}

/**
 * Reads the product that the previous page handed over in the navigation state (product spec, section 2).
 *
 * @param field  its field in the state
 * @returns null when nothing was handed over
 */
export function useHandedOver(field: 'fromCrypto' | 'productId'): HandedOver | null {
  const { state, key } = useLocation() as { readonly state: unknown; readonly key: string };
  if (typeof state !== 'object' || state === null || !(field in state)) return null;
  const productId = (state as Readonly<Record<string, unknown>>)[field];
  return typeof productId === 'number' ? { productId, navigation: key } : null;
}
