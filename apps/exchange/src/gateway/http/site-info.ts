import { siteInfoMeta } from '@salar/protocol/wire/site-info';
import type { SiteInfo } from '@salar/protocol/wire/site-info';

const place = new RegExp(`<meta name="${siteInfoMeta}"[^>]*>`);

/** Writes what the installation says about itself into a page. A page without the place for it stays as it is. */
export function writeSiteInfo(page: string, site: SiteInfo): string {
  const content = JSON.stringify(site).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return page.replace(place, () => `<meta name="${siteInfoMeta}" content="${content}" />`);
}
