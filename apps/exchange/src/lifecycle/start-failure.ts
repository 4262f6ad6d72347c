/** A reason not to start, as one sentence for the operator. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The errors of the journal writer and its follower when another process has taken over. */
const takenOver = /another process (?:has taken over the journal|keeps the read models now)/;

/** Returns the sentence for any failure of the start. */
export function formatStartFailure(
  error: unknown,
  where: { readonly port: number; readonly dataDir: string },
): string {
  if (error instanceof StartFailure) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (takenOver.test(message ?? ''))
    return 'Another Salar leads now, so this one ends; nothing is lost. Start it again with SALAR_ROLE=standby.';
  if (code === 'EADDRINUSE')
    return `Port ${where.port} is taken. Stop the program that uses it, or set SALAR_PORT to another port.`;
  if (code === 'EACCES' && where.port < 1024)
    return `Port ${where.port} needs elevated privileges. Set SALAR_PORT to 1024 or more.`;
  if (code === 'ENOSPC') return `There is no space left on the disk of ${where.dataDir}.`;
  return `Salar could not start: ${message ?? String(error)}`;
}
