/** Prompts on a terminal. They go to standard error, so that standard output has only the answer. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export async function promptLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Does not show what is typed. */
export async function promptSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
