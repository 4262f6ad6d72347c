/**
 * `npm run language`: lists what is not plain engineering English, with the better word. It is one of the checks of
 * `npm run check`. Arguments are paths to look at; without any it looks at everything.
 */
import { checkDocument, checkSource } from './language/check-language.ts';
import { isSource, listFiles, parseFile, readText } from './structure/source-files.ts';

const wanted = process.argv.slice(2);
const paths = listFiles().filter(
  (path) => (wanted.length === 0 || wanted.some((start) => path.startsWith(start))) && !isExempt(path),
);
/** Names of stored JSON and of the operators' socket: renaming them would change the format. */
const formatNames = new Set([
  'e2e/support/operators.ts: facts',
  'packages/services/src/operator/act.ts: facts',
  'packages/store/src/tables/operators/proposals.ts: facts',
]);
const findings = paths
  .flatMap((path) => {
    if (isSource(path)) return checkSource(parseFile(path));
    return path.endsWith('.md') ? checkDocument(path, readText(path)) : [];
  })
  .filter(({ path, found }) => !formatNames.has(`${path}: ${found}`));
for (const { path, line, found, better } of findings) console.log(`${path}:${line}: "${found}": ${better}`);
console.log(`${findings.length} places in ${new Set(findings.map(({ path }) => path)).size} files`);
process.exitCode = findings.length === 0 ? 0 : 1;

/** The rules quote what they forbid; generated files follow their sources; password lists are data. */
function isExempt(path: string): boolean {
  return (
    path.startsWith('scripts/language/') ||
    path.includes('/generated/') ||
    /(?:common|breached)-passwords/.test(path) ||
    path.includes('/artifacts/')
  );
}
