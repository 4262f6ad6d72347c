/** Addresses of product icons. */
export type ProductIconUrls = {
  /** Finds the absolute address of a product's icon by the product's symbol; null when it has none. */
  readonly findUrl: (symbol: string) => string | null;
};

/** For an exchange without icons: no product has one. */
export const noProductIcons: ProductIconUrls = { findUrl: () => null };
