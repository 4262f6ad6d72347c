/** The operator's step after one signer of a pair was lost. */
import { ClaimStore } from '../claims/claim-store.ts';

/**
 * Makes this signer the leader, alone until the other one has taken over its record. A running signer follows the change at
 * once. The former leader, if it still runs, cannot sign any more, unless it was made the leader alone itself.
 *
 * @returns a sentence that says what this signer's record ends with
 * @throws when the settings do not name a pair, or this signer leads alone already
 */
export async function leadAlone(dataDir: string): Promise<string> {
  const store = new ClaimStore(dataDir);
  try {
    return store.exclusive(() => {
      const state = store.pair;
      if (state === null) throw new Error('this signer was never started as one of a pair');
      if (state.leads && state.alone) throw new Error('this signer leads alone already');
      store.setPair({ term: state.term + 1, leads: true, alone: true });
      return `this signer leads alone; its record has ${store.head.number} entries, the newest of ${describeNewest(store)}`;
    });
  } finally {
    await store.close();
  }
}

function describeNewest(store: ClaimStore): string {
  const [text] = store.readAfter(store.head.number - 1, 1);
  if (text === undefined) return 'none';
  const { owner, at } = JSON.parse(text) as { owner: string; at: number };
  return `${owner} at ${new Date(at).toISOString()}`;
}
