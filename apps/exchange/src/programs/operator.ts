/**
 * `npm run operator`: what operators do, from a terminal on the machine of a running exchange.
 *
 * An act that changes something is shown in full first, and done only after a yes and only while it is still the same act.
 */
import { resolve } from 'node:path';
import { operatorCommand } from '@salar/services/operator/commands';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { OperatorCredentials } from '@salar/services/operator/operator-registry';
import { sendOperatorRequest, ServerNotRunning } from '../operator/operator-client.ts';
import { promptLine, promptSecret } from '../operator/terminal-prompt.ts';
import { formatHelp, formatAnswer } from '../operator/format-answer.ts';
import { saveAttachment } from '../operator/save-attachment.ts';
import { readArguments } from '../operator/read-arguments.ts';
import type { ParsedCommand } from '../operator/read-arguments.ts';
import { getOperatorSocketPath } from '../operator/socket-path.ts';

const status = { done: 0, refused: 1, typedWrongly: 2, nobodyServes: 3 } as const;
const dataDir = resolve(process.env['SALAR_DATA_DIR'] || '.salar');

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof ServerNotRunning) {
    console.error(`No Salar is running in ${dataDir}. Start it with npm start, or set SALAR_DATA_DIR.`);
    return status.nobodyServes;
  }
  console.error(`operator: ${error instanceof Error ? error.message : String(error)}`);
  return status.refused;
});

async function main(argv: readonly string[]): Promise<number> {
  const read = readArguments(argv);
  switch (read.kind) {
    case 'help':
      console.log(formatHelp(read.about));
      return status.done;
    case 'wrong':
      console.error(`operator: ${read.problem}. What there is: npm run operator -- help`);
      return status.typedWrongly;
    default:
      return runCommand(read.asked);
  }
}

async function runCommand(asked: ParsedCommand): Promise<number> {
  const { command, params, isSure, isJson } = asked;
  const socketPath = getOperatorSocketPath(dataDir);
  let credentials = parseCredentials(process.env['SALAR_OPERATOR']);
  const send = (mode: 'show' | 'do', seen?: string) =>
    sendOperatorRequest(socketPath, {
      command,
      params,
      credentials,
      mode,
      ...(seen === undefined ? {} : { seen }),
    });
  const isAsking = operatorCommand(command).asksFirst && !isSure;
  let answer = await send(isAsking ? 'show' : 'do');
  if (!answer.ok && answer.refusal === 'not_signed_in' && credentials === null && process.stdin.isTTY) {
    console.error(answer.text);
    credentials = { name: await promptLine('Operator: '), secret: await promptSecret('Secret: ') };
    answer = await send(isAsking ? 'show' : 'do');
  }
  if (!answer.ok || !isAsking) return printAnswer(answer, isJson);
  if (!process.stdin.isTTY) {
    console.error(`${formatAnswer(answer)}\n\nNothing was done: there is nobody to ask. Add --yes to do it.`);
    return status.typedWrongly;
  }
  console.error(formatAnswer(answer));
  if ((await promptLine('\nDo it? Type yes: ')).trim().toLowerCase() !== 'yes') {
    console.error('Nothing was done.');
    return status.refused;
  }
  return printAnswer(await send('do', answer.seen), isJson);
}

function printAnswer(given: OperatorAnswer, isJson: boolean): number {
  const answer = saveAttachment(given, process.cwd());
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else if (answer.ok) console.log(formatAnswer(answer));
  else console.error(formatAnswer(answer));
  if (answer.ok) return status.done;
  return answer.refusal === 'params_wrong' ? status.typedWrongly : status.refused;
}

/** `name:secret`; null when nothing is given. */
function parseCredentials(text: string | undefined): OperatorCredentials | null {
  if (text === undefined || text === '') return null;
  const [name = '', ...rest] = text.split(':');
  return { name, secret: rest.join(':') };
}
