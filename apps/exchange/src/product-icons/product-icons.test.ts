import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { productIcons, products } from '../seed/catalogue.ts';
import { findUnsafeSvg } from './find-unsafe-svg.ts';
import { ProductIcons } from './product-icons.ts';
import type { IconName } from './product-icons.ts';

const publicUrl = 'https://exchange.example';
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'icons-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const own = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>';
const openIcons = (names: Readonly<Record<string, IconName | null>> = productIcons) =>
  new ProductIcons({ names, directory, publicUrl });

test('every product of the catalogue has an icon, and each is safe to serve', () => {
  const icons = openIcons();
  for (const symbol of Object.keys(products)) {
    expect(icons.findUrl(symbol)).toBe(`${publicUrl}/icons/products/${symbol.toLowerCase()}.svg`);
    const svg = icons.find(`${symbol.toLowerCase()}.svg`)?.svg.toString() ?? '';
    expect(svg).toMatch(/^<svg .+<\/svg>$/);
    expect(findUnsafeSvg(svg)).toBeNull();
  }
});

test("the operator's file wins over the set, and gives a new product its icon", () => {
  writeFileSync(join(directory, 'btc.svg'), own);
  writeFileSync(join(directory, 'pen.svg'), own);
  const icons = openIcons();
  expect(icons.find('btc.svg')?.svg.toString()).toBe(own);
  expect(icons.findUrl('PEN')).toBe(`${publicUrl}/icons/products/pen.svg`);
});

test('a product without an icon has no address', () => {
  expect(openIcons({ XYZ: null }).findUrl('XYZ')).toBeNull();
  expect(openIcons({ XYZ: null }).find('xyz.svg')).toBeNull();
});

test('files that are not safe to serve are all named at the start', () => {
  writeFileSync(join(directory, 'pen.svg'), '<svg><script>alert(1)</script></svg>');
  writeFileSync(join(directory, 'Mexican peso.svg'), own);
  expect(() => openIcons()).toThrow(/pen\.svg: holds the element <script>/);
  expect(() => openIcons()).toThrow(/Mexican peso\.svg: must be named after the symbol/);
});

test('an icon that its set does not have is a refusal to start', () => {
  expect(() => openIcons({ XYZ: 'circle-flags:atlantis' })).toThrow(
    'the set circle-flags has no icon atlantis',
  );
});
