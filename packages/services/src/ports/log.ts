/** A structured log: facts first, then a sentence. Facts never hold bodies, tokens, passwords or codes. */
export interface Log {
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
