/** A structured log: details first, then a sentence. Details never contain bodies, tokens, passwords or codes. */
export interface Log {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
