/** Runs work in one transaction that a refusal rolls back: either all of a step is written, or nothing. */
import type { Result } from '@salar/protocol';
import type { TicketDatabase, TicketQueryable } from '@salar/store';

/** Runs `work` in a transaction; a refusal rolls back everything that it wrote. */
export async function rollbackOnRefusal<T, R extends string>(
  database: TicketDatabase,
  work: (tx: TicketQueryable) => Promise<Result<T, R>>,
): Promise<Result<T, R>> {
  let refused: Result<T, R> | null = null;
  try {
    return await database.transaction(async (tx) => {
      const answer = await work(tx);
      if (answer.ok) return answer;
      refused = answer;
      throw new Rollback('a refused step leaves nothing behind');
    });
  } catch (error) {
    if (error instanceof Rollback && refused !== null) return refused;
    throw error;
  }
}

class Rollback extends Error {
  override readonly name = 'Rollback';
}
