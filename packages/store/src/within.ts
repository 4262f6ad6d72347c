/**
 * Waits for work for a limited time.
 *
 * @throws what `createError` returns when it takes longer; the work goes on, and its failure is nobody's any more
 */
export async function within<T>(
  timeoutMs: number,
  work: Promise<T>,
  createError: () => Error = () => new Error(`no answer in ${timeoutMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
