import { expect, test } from 'vitest';
import { isOtherSite, readSiteInfo, toSiteLinks } from './site-links.ts';

const pageWith = (head: string) => new DOMParser().parseFromString(`<head>${head}</head>`, 'text/html');

test('without settings every link leads to a page of the app, and there are no social networks', () => {
  const links = toSiteLinks(readSiteInfo(pageWith('<meta name="salar-site" content="" />')));
  expect(links).toEqual({
    about: '/about',
    terms: '/terms',
    privacy: '/privacy',
    support: '/support',
    social: [],
  });
  expect(isOtherSite(links.terms)).toBe(false);
});

// covers: frame.7, sign-up.10
test('the links follow the settings of the exchange', () => {
  const site = {
    isLocal: false,
    aboutUrl: null,
    termsUrl: 'https://exchange.example/terms',
    privacyUrl: 'https://exchange.example/privacy',
    supportEmail: 'help@exchange.example',
    social: [{ name: 'X', url: 'https://x.example/exchange' }],
  };
  const content = JSON.stringify(site).replaceAll('"', '&#34;');
  const read = readSiteInfo(pageWith(`<meta name="salar-site" content="${content}" />`));
  expect(read).toEqual(site);
  expect(toSiteLinks(read)).toEqual({
    about: '/about',
    terms: 'https://exchange.example/terms',
    privacy: 'https://exchange.example/privacy',
    support: 'mailto:help@exchange.example',
    social: site.social,
  });
  expect(isOtherSite('https://exchange.example/terms')).toBe(true);
});
