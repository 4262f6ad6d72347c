/** The web app's fonts, for pages rendered by the server. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const fonts = [
  { family: 'Hanken Grotesk Variable', file: /^hanken-grotesk-latin-wght-normal-.+\.woff2$/ },
  { family: 'Geist Mono Variable', file: /^geist-mono-latin-wght-normal-.+\.woff2$/ },
];

/**
 * Builds `@font-face` rules for the app's own fonts, with the file names of its build; empty without a build.
 *
 * @param staticDir  the web build
 */
export function fontFaces(staticDir: string | undefined): string {
  if (staticDir === undefined) return '';
  let names: readonly string[];
  try {
    names = readdirSync(join(staticDir, 'assets'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
  return fonts
    .flatMap(({ family, file }) =>
      names
        .filter((name) => file.test(name))
        .map(
          (name) =>
            `@font-face{font-family:'${family}';src:url(/assets/${name}) format('woff2');font-weight:100 900;font-display:swap}\n`,
        ),
    )
    .join('');
}
