import { expect, test } from 'vitest';
import { writeSiteInfo } from './site-info.ts';

const site = {
  isLocal: false,
  aboutUrl: null,
  termsUrl: 'https://exchange.example/terms?a=1&b="2"',
  privacyUrl: null,
  supportEmail: "o'brien@exchange.example",
  social: [{ name: 'X', url: 'https://x.example/<salar>$&' }],
};

test('a page carries the settings of the site, escaped as an attribute', () => {
  const page = writeSiteInfo('<head><meta name="salar-site" content="" /><title>Salar</title></head>', site);
  const [, content = ''] = /<meta name="salar-site" content="([^"<>]*)" \/>/.exec(page) ?? [];
  const read = content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  expect(JSON.parse(read)).toEqual(site);
  expect(page.endsWith('<title>Salar</title></head>')).toBe(true);
});

test('a page without the placeholder stays as it is', () => {
  expect(writeSiteInfo('<title>Salar</title>', site)).toBe('<title>Salar</title>');
});
