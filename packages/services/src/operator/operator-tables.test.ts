/**
 * Checks that the tables of docs/operator.md are printed from the data. After a change of the data:
 * `npx vitest run --project unit packages/services/src/operator/operator-tables --update`
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operatorCommands } from './commands.ts';
import type { OperatorCommand } from './commands.ts';
import { permissionTable } from './permissions.ts';

const docs = fileURLToPath(new URL('../../../../docs/operator.md', import.meta.url));

test('docs/operator.md shows commands, permissions and roles as they are', async () => {
  const text = readFileSync(docs, 'utf8');
  const permissions = Object.entries(permissionTable).map(([name, roles]) => [name, roles.join(', ')]);
  const commands = Object.entries<OperatorCommand>(operatorCommands).map(([name, command]) => [
    `\`${[name, ...command.takes.map((parameter) => parameter.toUpperCase()), ...listOptions(command)].join(' ')}\``,
    command.permission,
    command.summary,
  ]);
  const withPermissions = replaced(text, 'permissions', aligned([['Permission', 'Roles'], ...permissions]));
  const expected = replaced(
    withPermissions,
    'commands',
    aligned([['Command', 'Permission', 'What it does'], ...commands]),
  );
  await expect(expected).toMatchFileSnapshot(docs);
});

function listOptions({ options }: OperatorCommand): readonly string[] {
  return Object.entries(options).map(([name, need]) => (need === 'optional' ? `[--${name}]` : `--${name}`));
}

/** Aligns a table as the repository's formatter does. */
function aligned(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}

function replaced(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: printed from the code -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/operator.md has a place for ${name}`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}
