import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { isRecord } from './read-answer.ts';

/**
 * Returns the result of one call among the answers to a batch.
 *
 * @param call.id  as the answers contain it: a number, or its text
 * @param refuse  creates the error for a call that the node refused
 * @throws ChainUnavailable when there is no answer, or it has neither a result nor an error
 */
export function findResult(
  answers: readonly unknown[],
  call: { readonly id: number | string; readonly method: string },
  refuse: (error: Record<string, unknown>) => Error,
): unknown {
  const answer = answers.filter(isRecord).find((candidate) => candidate['id'] === call.id);
  if (answer === undefined) throw new ChainUnavailable(`the node did not answer ${call.method}`);
  const { error } = answer;
  if (isRecord(error)) throw refuse(error);
  if (error !== undefined && error !== null)
    throw new ChainUnavailable(`the node returned a malformed error for ${call.method}`);
  if (!('result' in answer)) throw new ChainUnavailable(`the node's answer to ${call.method} has no result`);
  return answer['result'];
}
