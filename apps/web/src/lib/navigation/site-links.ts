/**
 * The links to the installation's own texts: terms, privacy, about, support and social networks.
 *
 * The exchange writes its settings into the page that it serves. A link without a setting leads to a page of this app.
 */
import { siteInfoMeta } from '@salar/protocol/wire/site-info';
import type { SiteInfo } from '@salar/protocol/wire/site-info';

/** Used by a page that no exchange has served, such as one under test. */
const unknownSite: SiteInfo = {
  isLocal: true,
  aboutUrl: null,
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
  social: [],
};

export function readSiteInfo(page: Document): SiteInfo {
  const content = page.querySelector<HTMLMetaElement>(`meta[name="${siteInfoMeta}"]`)?.content ?? '';
  return content === '' ? unknownSite : (JSON.parse(content) as SiteInfo);
}

export type SiteLinks = {
  readonly about: string;
  readonly terms: string;
  readonly privacy: string;
  /** A `mailto:` link where the installation has a support address, otherwise a page of this app. */
  readonly support: string;
  readonly social: SiteInfo['social'];
};

export function toSiteLinks(site: SiteInfo): SiteLinks {
  return {
    about: site.aboutUrl ?? '/about',
    terms: site.termsUrl ?? '/terms',
    privacy: site.privacyUrl ?? '/privacy',
    support: site.supportEmail === null ? '/support' : `mailto:${site.supportEmail}`,
    social: site.social,
  };
}

export const siteInfo = readSiteInfo(document);
export const siteLinks = toSiteLinks(siteInfo);

/** True for an address of another site, which opens in a new tab. */
export function isOtherSite(href: string): boolean {
  return /^https?:/.test(href);
}
