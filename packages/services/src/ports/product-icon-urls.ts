/** Where the pictures of products are served. */
export type ProductIconUrls = {
  /** Finds the absolute address of a product's icon by the product's symbol; null when it has none. */
  readonly findUrl: (symbol: string) => string | null;
};

/** For an exchange without pictures: no product has an icon. */
export const noProductIcons: ProductIconUrls = { findUrl: () => null };
