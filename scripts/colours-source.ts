/**
 * Generates the sRGB form of the design tokens for whatever cannot read OKLCH variables: mails, pages rendered by the
 * server, the browser's own surfaces, and images. `packages/ui/src/styles/tokens.css` is the only place to edit a colour.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { markSvg } from '@salar/pages/look';
import { assert } from '@salar/protocol';
import { format, resolveConfig } from 'prettier';
import { root } from './structure/source-files.ts';

export const themeNames = ['dark', 'light'] as const;
export type ThemeName = (typeof themeNames)[number];
/** Hexadecimal colours of a theme by the name of their token, without the dashes in front. */
export type ThemeColours = ReadonlyMap<string, string>;

const selectors: Readonly<Record<ThemeName, RegExp>> = {
  dark: /:root,\s*\[data-theme='dark'\]\s*\{([^}]*)\}/,
  light: /\n\[data-theme='light'\]\s*\{([^}]*)\}/,
};

/** Reads the opaque colours of both themes from the style sheet of the tokens. */
export function readColours(css: string): Readonly<Record<ThemeName, ThemeColours>> {
  return { dark: readTheme(css, 'dark'), light: readTheme(css, 'light') };
}

/** Generates the files, formatted; the logo takes its colours from the module of an earlier run. @returns texts by path from the root of the repository */
export async function buildColourFiles(): Promise<ReadonlyMap<string, string>> {
  const colours = readColours(readFileSync(resolve(root, 'packages/ui/src/styles/tokens.css'), 'utf8'));
  const texts = {
    'packages/pages/src/generated/colours.ts': toModule(colours),
    // The build of the web app cannot load the TypeScript of another package.
    'apps/web/build/generated/colours.ts': toModule(colours),
    'packages/pages/src/generated/themes.css': toStyleSheet(colours),
  };
  const files = new Map([['apps/web/public/favicon.svg', `${markSvg}\n`]]);
  for (const [path, text] of Object.entries(texts)) {
    const filepath = resolve(root, path);
    files.set(path, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  return files;
}

/** Generates the TypeScript module of the colours. */
function toModule(colours: Readonly<Record<ThemeName, ThemeColours>>): string {
  const themes = themeNames.map((theme) => {
    const members = [...colours[theme]].map(([name, hex]) => `${toCamelCase(name)}: '${hex}',`);
    return `export const ${theme}Colours = { ${members.join(' ')} } as const;`;
  });
  return [`/** ${origin} */`, ...themes].join('\n\n');
}

/** Generates the style sheet of the colours, which follows the system's theme or the one in `data-theme`. */
function toStyleSheet(colours: Readonly<Record<ThemeName, ThemeColours>>): string {
  const rules = (theme: ThemeName) =>
    [...[...colours[theme]].map(([name, hex]) => `--${name}: ${hex};`), `color-scheme: ${theme};`].join('\n');
  return `/* ${origin} */
:root { ${rules('dark')} }
@media (prefers-color-scheme: light) { :root:not([data-theme='dark']) { ${rules('light')} } }
:root[data-theme='light'] { ${rules('light')} }
`;
}

const origin =
  'Written from packages/ui/src/styles/tokens.css by `npm run colours:generate`; a test fails when it is stale.';

function readTheme(css: string, theme: ThemeName): ThemeColours {
  const block = selectors[theme].exec(css)?.[1];
  assert(block !== undefined, `tokens.css has the theme ${theme}`);
  const tokens = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...tokens].map(([, name = '', lightness, chroma, hue]) => [
      name,
      toHex(Number(lightness), Number(chroma), Number(hue)),
    ]),
  );
}

/** Converts an OKLCH colour to sRGB. @param hue degrees */
function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return `#${[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
    .map(toByte)
    .join('')}`;
}

/** Applies the transfer function of sRGB to a linear channel. */
function toByte(linear: number): string {
  const channel = Math.min(1, Math.max(0, linear));
  const encoded = channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
