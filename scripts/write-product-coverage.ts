/** Writes the generated columns of docs/product-coverage.md from the tags of the tests: `npm run product-coverage`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { findCoverageFaults, writeCoverage } from './product-coverage.ts';
import { openRepository } from './repository.ts';

const path = resolve(import.meta.dirname, '../docs/product-coverage.md');
const repository = openRepository();
const page = await format(writeCoverage(readFileSync(path, 'utf8'), repository), {
  ...(await resolveConfig(path)),
  filepath: path,
});
writeFileSync(path, page);
const faults = findCoverageFaults(page, repository);
console.log(faults.length === 0 ? 'docs/product-coverage.md is complete' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
