/**
 * What an installation says about itself on every page: its own pages elsewhere, who answers for support, and where it
 * is on social networks.
 *
 * The server writes it into the page that it serves, as JSON in a `<meta>` element, so the web app needs no request for
 * it and has it without a connection.
 */
export type SiteInfo = {
  /** True for a laptop's exchange, whose built-in pages say that the operator puts texts of their own there. */
  readonly isLocal: boolean;
  /** Addresses of the operator's own pages; null for the page that comes with the web app. */
  readonly aboutUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** Where customers write for help; null when nobody does. */
  readonly supportEmail: string | null;
  readonly social: readonly { readonly name: string; readonly url: string }[];
};

/** The name of the `<meta>` element. */
export const siteInfoMeta = 'salar-site';
