import { useMemo } from 'react';
import type { Product } from '../../api/records/product.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/use-language.ts';

export type ProductName = (product: Pick<Product, 'symbol' | 'fullName' | 'isFiat'>) => string;

/** Returns a function that names products in the language on screen. */
export function useProductName(): ProductName {
  const { language } = useLanguage();
  return useMemo(() => createProductNamer(language), [language]);
}

/** National currencies have a name in every language; any other product keeps its English name from the exchange. */
export function createProductNamer(language: Language): ProductName {
  if (language === 'en') return ({ fullName }) => fullName;
  const currencies = new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' });
  return ({ symbol, fullName, isFiat }) => {
    const name = isFiat && /^[A-Z]{3}$/.test(symbol) ? currencies.of(symbol) : undefined;
    return name ? name.charAt(0).toLocaleUpperCase(language) + name.slice(1) : fullName;
  };
}
