/**
 * Writes `csp.json`: the hashes of the few style tags that libraries write, for the server's Content-Security-Policy.
 *
 * They are computed from the installed sources, so that an update of a library cannot go unnoticed: the build fails
 * when a tag is no longer found.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** The source of React Aria's style tag: one template literal whose only variable is a constant of the same file. */
const writer = 'overlays/usePreventScroll.mjs';

export function styleHashes(): Plugin {
  return {
    name: 'salar:style-hashes',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'csp.json',
        source: `${JSON.stringify({ styleHashes: computeStyleHashes() }, null, 2)}\n`,
      });
    },
  };
}

/** Computes the `'sha256-…'` sources for `style-src`. */
function computeStyleHashes(): readonly string[] {
  const library = join(dirname(require.resolve('react-aria/package.json')), 'dist/private');
  const text = styleText(readFileSync(join(library, writer), 'utf8'));
  // input-otp writes an empty tag and fills it through the CSSOM.
  return [text, ''].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

function styleText(source: string): string {
  const template = /style\.textContent = `([\s\S]*?)`\.trim\(\)/.exec(source)?.[1];
  if (template === undefined)
    throw new Error(`${writer} no longer writes the style tag that we allow; check the new version`);
  const filled = template.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
    const value = new RegExp(`const ${name.trim().replaceAll('$', '\\$')} = '([^']+)'`).exec(source)?.[1];
    if (value === undefined) throw new Error(`${writer}: the value of ${name} is no longer a plain constant`);
    return value;
  });
  return filled.trim();
}
