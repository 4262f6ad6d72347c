/** Whether two signers end with the same record. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TicketDatabase } from '@salar/store';
import { readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import type { SignerPair } from '@salar/testing/keys/signer-pair';
import type { DrillChains } from './drill-chains.ts';
import { networks } from './drill-networks.ts';
import { families } from './drill-payments.ts';

const waitMsMax = 60_000;
const lookMs = 200;

type Parts = { readonly pair: SignerPair; readonly chains: DrillChains; readonly database: TicketDatabase };

/**
 * Waits until the leader is not alone: the exchange requests the payments beyond the caps again and again, which adds nothing to
 * the records but what one of them lacks. By then the exchange has read the last blocks, too.
 *
 * @returns whether that happened within a minute
 */
export async function becomeEqual({ pair, chains, database }: Parts): Promise<boolean> {
  const until = Date.now() + waitMsMax;
  for (;;) {
    const { state } = await pair.findLeader();
    const [first, second] = [await pair.read('first'), await pair.read('second')];
    let isRead = true;
    for (const family of families) {
      const height = await chains.clients[family].height();
      isRead &&= (await readBlockHash(database, networks[family].chainId, height)) !== null;
    }
    if (isRead && !state.alone && first.head.hash === second.head.hash) return true;
    if (Date.now() > until) return false;
    await sleep(lookMs);
  }
}
