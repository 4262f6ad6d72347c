/** A reason not to start, as one sentence for a person. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The sentence for whatever went wrong while starting. */
export function sentenceOf(
  error: unknown,
  where: { readonly port: number; readonly dataDir: string },
): string {
  if (error instanceof StartFailure) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return `Port ${where.port} is taken. Stop what listens there, or set SALAR_PORT to another port.`;
  if (code === 'EACCES' && where.port < 1024)
    return `Port ${where.port} needs special rights. Set SALAR_PORT to 1024 or more.`;
  if (code === 'ENOSPC') return `There is no space left on the disk of ${where.dataDir}.`;
  return `Salar could not start: ${message ?? String(error)}`;
}
