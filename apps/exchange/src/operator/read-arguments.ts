/** What is typed after `npm run operator --`, read by the table of commands. */
import { isOperatorCommand, operatorCommand, operatorCommands } from '@salar/services/operator/commands';
import type { OperatorCommand, OperatorCommandName } from '@salar/services/operator/commands';

export type ParsedCommand = {
  readonly command: OperatorCommandName;
  readonly params: Readonly<Record<string, string>>;
  /** Acts without asking. */
  readonly isSure: boolean;
  readonly isJson: boolean;
};
export type ReadArguments =
  | { readonly kind: 'help'; readonly about: string }
  | { readonly kind: 'wrong'; readonly problem: string }
  | { readonly kind: 'asked'; readonly asked: ParsedCommand };

/** `help`, a command with its parameters, or one sentence that says what is wrong. */
export function readArguments(argv: readonly string[]): ReadArguments {
  const words = argv.filter((word) => !word.startsWith('--'));
  if (argv.length === 0 || words[0] === 'help' || argv.includes('--help')) {
    return { kind: 'help', about: words.filter((word) => word !== 'help').join(' ') };
  }
  const command = findCommand(argv);
  if (command === null) return wrong(`there is no command ${words.slice(0, 2).join(' ')}`);
  return readRest(command, argv.slice(command.split(' ').length));
}

/** The longest name of a command that the words begin with. */
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
      if (name === undefined) return wrong(`${command} has no place for ${word}`);
      params[name] = word;
      place += 1;
      continue;
    }
    const [, name = '', , inline] = /^--([a-z]+)(=(.*))?$/s.exec(word) ?? [];
    if ((name === 'yes' || name === 'json') && inline === undefined) {
      flags.add(name);
      continue;
    }
    if (!Object.hasOwn(options, name)) return wrong(`${command} has no option ${word}`);
    if (Object.hasOwn(params, name)) return wrong(`--${name} is given twice`);
    const value = inline ?? rest[(i += 1)];
    if (value === undefined) return wrong(`--${name} needs a value`);
    params[name] = value;
  }
  return {
    kind: 'asked',
    asked: { command, params, isSure: flags.has('yes'), isJson: flags.has('json') },
  };
}

function wrong(problem: string): ReadArguments {
  return { kind: 'wrong', problem };
}

/** How a command is typed: `withdrawals reject <ticket> --reason ...`. */
export function formatUsage(name: OperatorCommandName): string {
  const { takes, options }: OperatorCommand = operatorCommands[name];
  const words = Object.entries(options).map(([option, need]) =>
    need === 'needed' ? `--${option} ...` : `[--${option} ...]`,
  );
  return [name, ...takes.map((place) => `<${place}>`), ...words].join(' ');
}
