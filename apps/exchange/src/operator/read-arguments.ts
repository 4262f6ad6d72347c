/** Reads the arguments after `npm run operator --`, by the table of commands. */
import { isLocalCommand } from './local-commands.ts';
import type { LocalCommandName } from './local-commands.ts';
import { isOperatorCommand, operatorCommand, operatorCommands } from '@salar/services/operator/commands';
import type { OperatorCommand, OperatorCommandName } from '@salar/services/operator/commands';

export type ParsedCommand = {
  readonly name: OperatorCommandName;
  readonly params: Readonly<Record<string, string>>;
  /** Runs without confirmation. */
  readonly isSure: boolean;
  readonly isJson: boolean;
  /** The address of the operators' listener; null for the environment's. */
  readonly server: string | null;
  /** The path of its certificate; null for the environment's. */
  readonly certificate: string | null;
};
export type ReadArguments =
  | { readonly kind: 'help'; readonly about: string }
  | { readonly kind: 'local'; readonly command: LocalCommandName; readonly args: readonly string[] }
  | { readonly kind: 'usageError'; readonly problem: string }
  | { readonly kind: 'command'; readonly command: ParsedCommand };

/** Options of every command. */
const connectionOptions: readonly string[] = ['server', 'server-certificate'];

/** Returns a request for help, a command with its parameters, or one sentence about what is wrong. */
export function readArguments(argv: readonly string[]): ReadArguments {
  const positional = argv.filter((word) => !word.startsWith('--'));
  if (argv.length === 0 || positional[0] === 'help' || argv.includes('--help')) {
    return { kind: 'help', about: positional.filter((word) => word !== 'help').join(' ') };
  }
  const local = argv.slice(0, 2).join(' ');
  if (isLocalCommand(local)) return { kind: 'local', command: local, args: argv.slice(2) };
  const command = findCommand(argv);
  if (command === null) return usageError(`unknown command ${positional.slice(0, 2).join(' ')}`);
  return readRest(command, argv.slice(command.split(' ').length));
}

/** Returns the longest command name at the start of the arguments. */
function findCommand(argv: readonly string[]): OperatorCommandName | null {
  for (const count of [2, 1]) {
    const name = argv.slice(0, count).join(' ');
    if (argv.length >= count && isOperatorCommand(name)) return name;
  }
  return null;
}

function readRest(command: OperatorCommandName, rest: readonly string[]): ReadArguments {
  const { takes, options } = operatorCommand(command);
  const params: Record<string, string> = {};
  const flags = new Set<string>();
  let place = 0;
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? '';
    if (!word.startsWith('--')) {
      const name = takes[place];
      if (name === undefined) return usageError(`${command} takes no argument ${word}`);
      params[name] = word;
      place += 1;
      continue;
    }
    const [, name = '', , inline] = /^--([a-z]+(?:-[a-z]+)*)(=(.*))?$/s.exec(word) ?? [];
    if ((name === 'yes' || name === 'json') && inline === undefined) {
      flags.add(name);
      continue;
    }
    if (!Object.hasOwn(options, name) && !connectionOptions.includes(name))
      return usageError(`${command} has no option ${word}`);
    const isRepeated = options[name] === 'named files';
    const earlier = params[name];
    if (earlier !== undefined && !isRepeated) return usageError(`--${name} is given twice`);
    const value = inline ?? rest[(i += 1)];
    if (value === undefined) return usageError(`--${name} needs a value`);
    params[name] = earlier === undefined ? value : `${earlier}\n${value}`;
  }
  const { server = null, 'server-certificate': certificate = null, ...own } = params;
  const isSure = flags.has('yes');
  return {
    kind: 'command',
    command: { name: command, params: own, isSure, isJson: flags.has('json'), server, certificate },
  };
}

function usageError(problem: string): ReadArguments {
  return { kind: 'usageError', problem };
}

const optionForms = {
  needed: '...',
  file: 'FILE',
  'attached file': 'FILE',
  'named files': 'NAME=FILE (repeated)',
} as const;

/** Formats the usage of a command: `withdrawals reject <ticket> --reason ...`. */
export function formatUsage(name: OperatorCommandName): string {
  const { takes, options }: OperatorCommand = operatorCommands[name];
  const positional = Object.entries(options).map(([option, need]) =>
    need === 'optional' ? `[--${option} ...]` : `--${option} ${optionForms[need]}`,
  );
  return [name, ...takes.map((place) => `<${place}>`), ...positional].join(' ');
}
