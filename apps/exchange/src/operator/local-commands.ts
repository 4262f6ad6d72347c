/** Commands that run on the operator's own machine, without an exchange: keys, and texts to sign. */
import { readFileSync, writeFileSync } from 'node:fs';
import { formatFounding } from '@salar/approvals/founding';
import { readSigningKey } from '@salar/approvals/signing-key';
import { createOperatorKey, openOperatorKey } from './operator-key.ts';
import { readPassphrase } from './operator-session.ts';

type LocalCommand = {
  readonly usage: string;
  readonly summary: string;
  /** Returns what is printed. @throws a sentence about what is wrong */
  run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string>;
};

export const localCommands = {
  'operator keygen': {
    usage: 'operator keygen <file>',
    summary: 'creates your key in a file that a passphrase seals, and the public half in <file>.pub',
    run: createKey,
  },
  'operator founding-text': {
    usage: 'operator founding-text <host> NAME=ROLE=FILE.pub ...',
    summary: 'prints the founding document of an exchange, for all of its first operators to sign',
    run: (args: readonly string[]) => new Promise<string>((resolve) => resolve(formatFoundingText(args))),
  },
  'operator sign': {
    usage: 'operator sign <file>',
    summary: 'prints a text, signs it with the key in SALAR_OPERATOR_KEY and writes <file>.NAME.sig',
    run: signFile,
  },
} as const satisfies Readonly<Record<string, LocalCommand>>;

export type LocalCommandName = keyof typeof localCommands;

export function isLocalCommand(text: string): text is LocalCommandName {
  return Object.hasOwn(localCommands, text);
}

async function createKey(
  [path, ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  if (path === undefined || rest.length > 0) throw new Error('operator keygen takes the path of a new file');
  const publicKey = createOperatorKey(path, await readPassphrase(environment, path));
  return `The key is in ${path}, its public half in ${path}.pub:\n${publicKey}`;
}

function formatFoundingText([installation = '', ...people]: readonly string[]): string {
  const founders = people.map((person) => {
    const [name = '', role = '', ...path] = person.split('=');
    const key = readSigningKey(readFileSync(path.join('='), 'utf8'));
    if (!key.ok) throw new Error(`${path.join('=')} is not a public key`);
    return { name, role, key: key.value };
  });
  const text = formatFounding({ installation, at: Date.now(), founders });
  if (text === null) throw new Error('the host, a name or a role is malformed');
  return text.trimEnd();
}

async function signFile([path, ...rest]: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  if (path === undefined || rest.length > 0) throw new Error('operator sign takes the path of a text');
  const { SALAR_OPERATOR: name = '', SALAR_OPERATOR_KEY: keyPath = '' } = environment;
  if (name === '' || keyPath === '') throw new Error('set SALAR_OPERATOR and SALAR_OPERATOR_KEY');
  const text = readFileSync(path, 'utf8');
  const sign = await openOperatorKey(keyPath, () => readPassphrase(environment, keyPath));
  const target = `${path}.${name}.sig`;
  writeFileSync(target, `${sign(text).trimEnd()}\n`, { flag: 'wx' });
  return `${text}\nThe signature of ${name} is in ${target}.`;
}
