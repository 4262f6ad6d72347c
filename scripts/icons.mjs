/**
 * Draws the icons of the installed app from the logo in apps/web/public/favicon.svg, with the browser of the journeys.
 *
 *   node scripts/icons.mjs   writes apps/web/public/icons; run it when the logo changes, and commit the result
 */
import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { root } from './files.mjs';

const mark = readFileSync(join(root, 'apps/web/public/favicon.svg'), 'utf8');
const rounded = '<rect width="32" height="32" rx="7"';
if (!mark.includes(rounded)) throw new Error('favicon.svg no longer starts with its rounded background');
/** The background fills the icon: the system crops it to its own shape, and may crop a tenth on each side. */
const filled = mark.replace(rounded, '<rect width="32" height="32"');
const folder = join(root, 'apps/web/public/icons');

const icons = [
  { file: 'icon-192.png', size: 192, svg: mark },
  { file: 'icon-512.png', size: 512, svg: mark },
  { file: 'maskable-512.png', size: 512, svg: inset(filled) },
  { file: 'apple-touch-180.png', size: 180, svg: filled },
];

const executablePath = findChromium();
if (executablePath === null) process.exit(1);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage();
  for (const { file, size, svg } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}

/** Keeps the drawing within the circle that no shape crops. */
function inset(svg) {
  const drawing = 'translate(3.2 3.6) scale(.8)';
  if (!svg.includes(drawing)) throw new Error('favicon.svg draws its logo at another position now');
  return svg.replace(drawing, 'translate(6.4 6.7) scale(.6)');
}
