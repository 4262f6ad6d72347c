/**
 * `npm run operator`: the commands of operators, from a terminal on their own machine or on that of a running exchange.
 *
 * A command that changes something is shown in full first. It runs only after confirmation, and only if it is still
 * the same.
 */
import { readFileSync } from 'node:fs';
import { operatorCommand } from '@salar/services/operator/commands';
import type { OperatorAnswer } from '@salar/services/operator/act';
import { packFile, packedLengthMax } from '@salar/services/operator/attached-file';
import { sendOperatorRequest, ServerNotRunning } from '../operator/operator-client.ts';
import { localCommands } from '../operator/local-commands.ts';
import { openOperatorSession } from '../operator/operator-session.ts';
import { promptLine } from '@salar/adapters/terminal/terminal-prompt';
import { formatHelp, formatAnswer } from '../operator/format-answer.ts';
import { saveAttachment } from '../operator/save-attachment.ts';
import { readArguments } from '../operator/read-arguments.ts';
import type { ParsedCommand } from '../operator/read-arguments.ts';
import { exitStatus, toExitStatus } from '../operator/exit-status.ts';
import { readOperatorEndpoint } from '../operator/operator-endpoint.ts';

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof ServerNotRunning) {
    console.error(`operator: ${error.message}`);
    return exitStatus.serverNotRunning;
  }
  console.error(`operator: ${error instanceof Error ? error.message : String(error)}`);
  return exitStatus.refused;
});

async function main(argv: readonly string[]): Promise<number> {
  const read = readArguments(argv);
  switch (read.kind) {
    case 'help':
      console.log(formatHelp(read.about));
      return exitStatus.done;
    case 'usageError':
      console.error(`operator: ${read.problem}. List of commands: npm run operator -- help`);
      return exitStatus.usageError;
    case 'local':
      console.log(await localCommands[read.command].run(read.args, process.env));
      return exitStatus.done;
    default:
      return runCommand(read.command);
  }
}

async function runCommand(parsed: ParsedCommand): Promise<number> {
  const { name: command, isSure, isJson } = parsed;
  const { params, file } = readFiles(command, parsed.params);
  const endpoint = readOperatorEndpoint(parsed, process.env);
  const toRequest = await openOperatorSession(process.env);
  const send = (mode: 'show' | 'do', seen?: string) =>
    sendOperatorRequest(
      endpoint,
      toRequest({
        command,
        params,
        mode,
        ...(seen === undefined ? {} : { seen }),
        ...(file === null ? {} : { file }),
      }),
    );
  const needsConfirmation = operatorCommand(command).asksFirst && !isSure;
  const first = needsConfirmation ? 'show' : 'do';
  let answer = await send(first);
  if (!answer.ok && answer.refusal === 'session_needed' && process.stdin.isTTY) {
    console.error(formatAnswer(answer));
    const code = (await promptLine('Code: ')).trim();
    const call = { command: 'session start', params: { code }, mode: 'do' } as const;
    const begun = await sendOperatorRequest(endpoint, toRequest(call));
    answer = begun.ok ? await send(first) : begun;
  }
  if (!answer.ok || !needsConfirmation) return printAnswer(answer, isJson);
  if (!process.stdin.isTTY) {
    console.error(
      `${formatAnswer(answer)}\n\nNothing was done: there is no terminal to confirm on. Add --yes to run it.`,
    );
    return exitStatus.usageError;
  }
  console.error(formatAnswer(answer));
  if ((await promptLine('\nDo it? Type yes: ')).trim().toLowerCase() !== 'yes') {
    console.error('Nothing was done.');
    return exitStatus.refused;
  }
  return printAnswer(await send('do', answer.seen), isJson);
}

/**
 * Replaces the paths of files by their texts, and that of an attached file by its hash. @throws when a file cannot be read, or is
 * too large
 */
function readFiles(
  command: ParsedCommand['name'],
  params: ParsedCommand['params'],
): { readonly params: ParsedCommand['params']; readonly file: string | null } {
  const { options } = operatorCommand(command);
  let file: string | null = null;
  const read = ([name, value]: [string, string]): [string, string] => {
    if (options[name] === 'file') return [name, readFileSync(value, 'utf8')];
    if (options[name] !== 'attached file')
      return [name, options[name] === 'named files' ? readNamedFiles(value) : value];
    const { hash, packed } = packFile(readFileSync(value));
    if (packed.length > packedLengthMax) throw new Error(`${value} is too large: export fewer days`);
    file = packed;
    return [name, hash];
  };
  return { params: Object.fromEntries(Object.entries(params).map(read)), file };
}

/** Reads lines of `NAME=PATH`, and returns a JSON object of the texts by name. */
function readNamedFiles(lines: string): string {
  const texts = lines.split('\n').map((line) => {
    const [name = '', ...path] = line.split('=');
    return [name, readFileSync(path.join('='), 'utf8').trim()];
  });
  return JSON.stringify(Object.fromEntries(texts));
}

function printAnswer(given: OperatorAnswer, isJson: boolean): number {
  const answer = saveAttachment(given, process.cwd());
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else if (answer.ok) console.log(formatAnswer(answer));
  else console.error(formatAnswer(answer));
  return toExitStatus(answer);
}
