import { siteInfoMeta } from '@salar/protocol/wire/site-info';
import type { SiteInfo } from '@salar/protocol/wire/site-info';

const placeholder = new RegExp(`<meta name="${siteInfoMeta}"[^>]*>`);

/** Writes the site's settings into a page. A page without the placeholder stays as it is. */
export function writeSiteInfo(page: string, site: SiteInfo): string {
  const content = JSON.stringify(site).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return page.replace(placeholder, () => `<meta name="${siteInfoMeta}" content="${content}" />`);
}
