/**
 * The icons of products, served from our own origin.
 *
 * An icon comes from a freely licensed set or from a file of the operator, which takes precedence. A product without
 * either has no icon, and the web app draws one from its symbol.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ProductIconUrls } from '@salar/services/ports/product-icon-urls';
import { StartFailure } from '../lifecycle/start-failure.ts';
import { findUnsafeSvg } from './find-unsafe-svg.ts';

/** A set of icons and the name of one in it. See docs/third-party-icons.md for their licences. */
export type IconName = `${keyof typeof sets}:${string}`;

/** Packages that hold the sets, in the JSON format of Iconify. */
const sets = {
  'cryptocurrency-color': '@iconify-json/cryptocurrency-color/icons.json',
  'circle-flags': '@iconify-json/circle-flags/icons.json',
} as const;
type IconSet = {
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
  readonly width?: number;
  readonly height?: number;
};

export type ProductIcon = { readonly svg: Buffer; readonly etag: string };

/** Where icons are served. The web app takes icons from this path only. */
export const productIconPath = '/icons/products';

const fileName = /^[a-z0-9]{1,20}\.svg$/;
const require = createRequire(import.meta.url);

type ProductIconsOptions = {
  readonly names: Readonly<Record<string, IconName | null>>;
  readonly directory: string | null;
  readonly publicUrl: string;
};

export class ProductIcons implements ProductIconUrls {
  /** By file name, such as `btc.svg`. */
  readonly #icons: ReadonlyMap<string, ProductIcon>;
  readonly #options: ProductIconsOptions;

  /**
   * Reads every icon once.
   *
   * @param options.names  the icon of each product by symbol; null for no icon
   * @param options.directory  the operator's own files, `pen.svg` for the product PEN; null without any
   * @param options.publicUrl  the address where customers reach the exchange
   * @throws StartFailure when a file of the directory is not an SVG image that is safe to serve
   */
  constructor(options: ProductIconsOptions) {
    this.#options = options;
    this.#icons = new Map([
      ...readSets(options.names),
      ...(options.directory === null ? [] : readDirectory(options.directory)),
    ]);
  }

  /** Finds an icon by the name of its file; null when no product has it. */
  find(file: string): ProductIcon | null {
    return this.#icons.get(file) ?? null;
  }

  findUrl(symbol: string): string | null {
    const file = toFileName(symbol);
    return this.#icons.has(file) ? `${this.#options.publicUrl}${productIconPath}/${file}` : null;
  }
}

function toFileName(symbol: string): string {
  return `${symbol.toLowerCase()}.svg`;
}

function toIcon(svg: string): ProductIcon {
  const content = Buffer.from(svg);
  return {
    svg: content,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  };
}

function readSets(names: Readonly<Record<string, IconName | null>>): [string, ProductIcon][] {
  return Object.entries(names).flatMap(([symbol, name]): [string, ProductIcon][] =>
    name === null ? [] : [[toFileName(symbol), toIcon(readFromSet(name))]],
  );
}

function readFromSet(name: IconName): string {
  const [setName = '', iconName = ''] = name.split(':');
  const set = openSet(sets[setName as keyof typeof sets]);
  const icon = set.icons[iconName];
  if (!icon) throw new StartFailure(`the set ${setName} has no icon ${iconName}`);
  const width = icon.width ?? set.width ?? 16;
  const height = icon.height ?? set.height ?? 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${icon.body}</svg>`;
}

const opened = new Map<string, IconSet>();
function openSet(file: string): IconSet {
  const known = opened.get(file);
  if (known) return known;
  const set = JSON.parse(readFileSync(require.resolve(file), 'utf8')) as IconSet;
  opened.set(file, set);
  return set;
}

function readDirectory(directory: string): [string, ProductIcon][] {
  const problems: string[] = [];
  const icons = readdirSync(directory)
    .filter((name) => name.endsWith('.svg'))
    .map((name): [string, ProductIcon] => {
      const svg = readFileSync(join(directory, name), 'utf8');
      const problem = fileName.test(name)
        ? findUnsafeSvg(svg)
        : 'must be named after the symbol of its product in small letters, such as pen.svg';
      if (problem) problems.push(`${join(directory, name)}: ${problem}`);
      return [name, toIcon(svg)];
    });
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
  return icons;
}
