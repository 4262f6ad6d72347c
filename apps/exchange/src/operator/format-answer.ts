/** Formats answers for a terminal: a sentence, details line by line, rows as a table. Customers' texts are escaped. */
import { operatorCommands } from '@salar/services/operator/commands';
import type { OperatorCommandName } from '@salar/services/operator/commands';
import { permissionTable } from '@salar/services/operator/permissions';
import type { Answer, OperatorAnswer } from '@salar/services/operator/act';
import { localCommands } from './local-commands.ts';
import { formatUsage } from './read-arguments.ts';

export function formatAnswer(answer: OperatorAnswer): string {
  if (!answer.ok) return `${formatSentence(answer.text)} (${answer.refusal})`;
  return [formatSentence(answer.text), formatDetails(answer), formatTable(answer)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatSentence(text: string): string {
  return escapeInvisible(text.charAt(0).toUpperCase() + text.slice(1));
}

function formatDetails({ facts = {} }: Answer): string {
  const width = Math.max(0, ...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `  ${escapeInvisible(name).padEnd(width)}  ${escapeInvisible(value)}`)
    .join('\n');
}

/** Columns are as wide as their widest cell; amounts are right-aligned. */
function formatTable({ rows = [] }: Answer): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => escapeInvisible(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const isAmount = names.map((_, column) =>
    lines.slice(1).every((line) => /^-?\d+(\.\d+)?$/.test(line[column] ?? '')),
  );
  const written = lines.map((line) =>
    line
      .map((cell, column) =>
        isAmount[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...body] = written;
  return [head, '-'.repeat(head.length), ...body].join('\n');
}

/**
 * Escapes invisible characters, so that no text moves the cursor, colours the screen or reverses the text direction.
 */
export function escapeInvisible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Lists all commands, or those whose name starts with `about`. */
export function formatHelp(about: string): string {
  const names = (Object.keys(operatorCommands) as OperatorCommandName[]).filter((name) =>
    name.startsWith(about),
  );
  if (names.length === 0)
    return `There is no command ${escapeInvisible(about)}. All of them: npm run operator -- help`;
  const lines = names.map((name) => {
    const { summary, permission } = operatorCommands[name];
    return `  ${formatUsage(name)}\n      ${summary} (${permission}: ${permissionTable[permission].join(', ')})`;
  });
  return [
    'npm run operator -- <command>',
    '',
    ...Object.values(localCommands).map(
      ({ usage, summary }) => `  ${usage}\n      ${summary} (on your own machine)`,
    ),
    ...lines,
    '',
    '  --yes    runs without confirmation',
    '  --json   prints the answer as JSON, for scripts (node scripts/operator.mjs prints nothing else)',
    '',
    'SALAR_OPERATOR is your name, SALAR_OPERATOR_KEY the file of your key, or of a key of OpenSSH.',
    'SALAR_OPERATOR_PASSPHRASE_FILE replaces the prompt. SALAR_INSTALLATION is the host name of the exchange,',
    'localhost by default. The first operators: operator found, and in the local profile operator add.',
    'Server: --server ADDRESS:PORT --server-certificate FILE, or SALAR_OPERATOR_SERVER and',
    'SALAR_OPERATOR_SERVER_CERTIFICATE. Without them the exchange on this machine, by SALAR_DATA_DIR.',
    'Exit status: 0 done, 1 refused, or a list that needs attention, 2 usage error, 3 no Salar is running there.',
  ].join('\n');
}
