/**
 * Information about an installation on every page: its own pages elsewhere, its support contact, and its social
 * networks.
 *
 * The server embeds it in the page as JSON in a `<meta>` element, so the web app needs no request for it and has it
 * offline.
 */
export type SiteInfo = {
  /** True for a laptop's exchange, whose built-in pages say that the operator replaces them. */
  readonly isLocal: boolean;
  /** Addresses of the operator's own pages; null for the page that comes with the web app. */
  readonly aboutUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** Where customers write for help; null without support. */
  readonly supportEmail: string | null;
  readonly social: readonly { readonly name: string; readonly url: string }[];
};

/** The name of the `<meta>` element. */
export const siteInfoMeta = 'salar-site';
