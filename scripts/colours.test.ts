/** The colours of the design tokens have one source, and the generated forms of it are up to date. */
import { expect, test } from 'vitest';
import { buildColourFiles, readColours, themeNames } from './colours-source.ts';
import { listFiles, readText } from './structure/source-files.ts';

const texts = /\.(?:ts|tsx|mjs|js|css|html|svg|json|webmanifest)$/;
const colours = readColours(readText('packages/ui/src/styles/tokens.css'));

test('the generated files follow the tokens', async () => {
  for (const [path, text] of await buildColourFiles()) expect(readText(path), path).toBe(text);
});

test('no other file of the product spells out a colour of the tokens', async () => {
  const generated = [...(await buildColourFiles()).keys()];
  // White is a colour of its own, too.
  const values = new Set(themeNames.flatMap((theme) => [...colours[theme].values()]));
  values.delete('#ffffff');
  const copies = listFiles()
    .filter((path) => /^(?:apps|packages)\//.test(path) && texts.test(path) && !generated.includes(path))
    .flatMap((path) =>
      [...readText(path).matchAll(/#[0-9a-f]{6}\b/gi)]
        .filter(([hex]) => values.has(hex.toLowerCase()))
        .map(([hex]) => `${path}: ${hex}`),
    );
  expect(copies).toEqual([]);
});
