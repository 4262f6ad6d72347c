/**
 * `npm run structure`: prints the figures of the repository's structure beside their aims. With `--list NAME` it prints
 * every place of one figure, as in `npm run structure -- --list deep`.
 */
import { computeFigures } from './structure/figures.ts';
import type { Figures, FunctionLength } from './structure/figures.ts';
import { isSource, listFiles, parseFile } from './structure/source-files.ts';

const paths = listFiles();
const figures = computeFigures(paths.filter(isSource).map(parseFile), paths);
const lists: Record<string, readonly string[]> = {
  folders: figures.folders.map(({ folder, files }) => `${files} ${folder}`),
  circles: figures.circlesByValue,
  'circles-with-types': figures.circlesWithTypes,
  deep: figures.deepImports,
  files: figures.fileLines.map(({ workspace, p95 }) => `${p95} ${workspace}`),
  functions: figures.functions.filter(({ lines }) => lines > 70).map(describe),
  components: figures.components.filter(({ lines }) => lines > 120).map(describe),
  rows: figures.uncheckedRows,
  names: figures.namesWithoutVerb,
};
const flag = process.argv.indexOf('--list');
const name = process.argv[flag + 1] ?? '';
if (flag === -1) printAll(figures);
else if (lists[name] === undefined) console.error(`--list takes one of: ${Object.keys(lists).join(', ')}`);
else console.log(lists[name].join('\n'));

function describe({ path, name: of, lines }: FunctionLength): string {
  return `${lines} ${path} ${of}`;
}

function printAll({ folders, fileLines, functions, components, ...others }: Figures): void {
  const [folder] = folders;
  const [longest] = functions;
  const [component] = components;
  const widest = [...fileLines].sort((a, b) => b.p95 - a.p95)[0];
  const rows: [string, string | number, string][] = [
    ['largest folder, files', folder === undefined ? 0 : `${folder.files} ${folder.folder}`, '30'],
    ['folder circles by value', others.circlesByValue.length, '2'],
    ['folder circles with types', others.circlesWithTypes.length, '10'],
    ['deep imports', others.deepImports.length, '0'],
    ['p95 of file lines', widest === undefined ? 0 : `${widest.p95} ${widest.workspace}`, '250'],
    ['longest function, lines', longest === undefined ? 0 : describe(longest), '120'],
    ['longest component, lines', component === undefined ? 0 : describe(component), '120'],
    ['unchecked row types in tables', others.uncheckedRows.length, '0'],
    ['exported names in "Of" without a verb', others.namesWithoutVerb.length, '0'],
    ['duplicated pairs of six lines', others.duplicatedPairs, 'not more'],
  ];
  for (const [label, value, aim] of rows) console.log(`${label.padEnd(40)}${value}  (aim ${aim})`);
}
