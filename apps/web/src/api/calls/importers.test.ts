/** A call that no page sends is not part of the product: code that runs in the app must import each call's file. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

test('every call of the web app has an importer outside the tests', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
  );
  const imported = new Set(
    files.flatMap((path) =>
      [...readFileSync(join(source, path), 'utf8').matchAll(/from '([^']+\.ts)'/g)].map(([, from = '']) =>
        basename(from),
      ),
    ),
  );
  const calls = files
    .filter((path) => /^api\/calls\/|\/api\/[^/]+$/.test(path))
    .map((path) => basename(path));
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter((name) => !imported.has(name))).toEqual([]);
});
