/** Reads the arguments after `npm run operator --`, by the table of commands. */
import { isOperatorCommand, operatorCommand, operatorCommands } from '@salar/services/operator/commands';
import type { OperatorCommand, OperatorCommandName } from '@salar/services/operator/commands';

export type ParsedCommand = {
  readonly name: OperatorCommandName;
  readonly params: Readonly<Record<string, string>>;
  /** Runs without confirmation. */
  readonly isSure: boolean;
  readonly isJson: boolean;
};
export type ReadArguments =
  | { readonly kind: 'help'; readonly about: string }
  | { readonly kind: 'keygen'; readonly path: string }
  | { readonly kind: 'usageError'; readonly problem: string }
  | { readonly kind: 'command'; readonly command: ParsedCommand };

/** Returns a request for help, a command with its parameters, or one sentence about what is wrong. */
export function readArguments(argv: readonly string[]): ReadArguments {
  const positional = argv.filter((word) => !word.startsWith('--'));
  if (argv.length === 0 || positional[0] === 'help' || argv.includes('--help')) {
    return { kind: 'help', about: positional.filter((word) => word !== 'help').join(' ') };
  }
  if (positional[0] === 'operator' && positional[1] === 'keygen') return readKeygen(argv);
  const command = findCommand(argv);
  if (command === null) return usageError(`unknown command ${positional.slice(0, 2).join(' ')}`);
  return readRest(command, argv.slice(command.split(' ').length));
}

/** `operator keygen FILE` runs on the operator's machine alone. */
function readKeygen(argv: readonly string[]): ReadArguments {
  const [path, ...rest] = argv.slice(2);
  if (path === undefined || path.startsWith('--') || rest.length > 0)
    return usageError('operator keygen takes the path of a new file');
  return { kind: 'keygen', path };
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
    const [, name = '', , inline] = /^--([a-z]+)(=(.*))?$/s.exec(word) ?? [];
    if ((name === 'yes' || name === 'json') && inline === undefined) {
      flags.add(name);
      continue;
    }
    if (!Object.hasOwn(options, name)) return usageError(`${command} has no option ${word}`);
    if (Object.hasOwn(params, name)) return usageError(`--${name} is given twice`);
    const value = inline ?? rest[(i += 1)];
    if (value === undefined) return usageError(`--${name} needs a value`);
    params[name] = value;
  }
  return {
    kind: 'command',
    command: { name: command, params, isSure: flags.has('yes'), isJson: flags.has('json') },
  };
}

function usageError(problem: string): ReadArguments {
  return { kind: 'usageError', problem };
}

/** Formats the usage of a command: `withdrawals reject <ticket> --reason ...`. */
export function formatUsage(name: OperatorCommandName): string {
  const { takes, options }: OperatorCommand = operatorCommands[name];
  const positional = Object.entries(options).map(([option, need]) =>
    need === 'optional' ? `[--${option} ...]` : `--${option} ${need === 'file' ? 'FILE' : '...'}`,
  );
  return [name, ...takes.map((place) => `<${place}>`), ...positional].join(' ');
}
