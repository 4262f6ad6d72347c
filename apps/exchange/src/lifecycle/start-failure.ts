/** A reason not to start, as one sentence for a person. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** What the writer, or its follower, says when it finds another one in its place. */
const takenOver = /another process (?:has taken over the journal|keeps the read models now)/;

/** The sentence for whatever went wrong while starting. */
export function formatStartFailure(
  error: unknown,
  where: { readonly port: number; readonly dataDir: string },
): string {
  if (error instanceof StartFailure) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (takenOver.test(message ?? ''))
    return 'Another Salar leads now, so this one ends; nothing is lost. Start it again with SALAR_ROLE=standby.';
  if (code === 'EADDRINUSE')
    return `Port ${where.port} is taken. Stop what listens there, or set SALAR_PORT to another port.`;
  if (code === 'EACCES' && where.port < 1024)
    return `Port ${where.port} needs special rights. Set SALAR_PORT to 1024 or more.`;
  if (code === 'ENOSPC') return `There is no space left on the disk of ${where.dataDir}.`;
  return `Salar could not start: ${message ?? String(error)}`;
}
