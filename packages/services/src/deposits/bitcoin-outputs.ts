/**
 * Tracks our own outputs on a Bitcoin network: external payments to us, the outputs that our payments and moves spend, their
 * change, what cold storage and the house wallet hold, and what others spend who have the keys.
 *
 * The table changes in the transaction that adds a block or rewinds behind it, so it always matches the block at the
 * watcher's cursor.
 */
import { assert } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { findAddresses } from '@salar/store/tables/chains/deposit-addresses';
import {
  coldBranch,
  placeOutputs,
  rewindOutputs,
  spendOutputs,
  listUnminedAttempts,
  upsertOutput,
} from '@salar/store/tables/chains/bitcoin-outputs';
import { findOwnOutputs, listColdOutputs, spendColdOutput } from '@salar/store/tables/chains/cold-outputs';
import { giveBackOutputs, takeOutputs } from '@salar/store/tables/chains/taken-outputs';
import type { TakenOutput } from '@salar/store/tables/chains/taken-outputs';
import { spendMoveOutputs } from '@salar/store/tables/chains/move-outputs';
import { listUnminedMoveAttempts } from '@salar/store/tables/chains/planned-moves';
import { readBitcoinPlan } from '../payments/bitcoin-plan.ts';
import type { ChainBlock, ChainTransfer, Outpoint } from '../ports/chain-client.ts';
import { bitcoinBranches, bitcoinHouse } from '../ports/chain-signer.ts';
import type { BitcoinBranch, KeyLayout, SignerWallet } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import type { BlockHook } from './block-hook.ts';

/** The output index at which the signer puts the change of a payment or a move. */
const changeVout = 1;
const hotWalletIndex = 0;
/** The most addresses that an alert names. */
const addressesInAlert = 20;

const takenAlert =
  'ALERT: a transaction that is not ours spent outputs of our wallets: somebody else has their keys';

type Place = { readonly branch: BitcoinBranch | typeof coldBranch; readonly index: number };

export class BitcoinOutputs implements BlockHook {
  readonly #chainId: number;
  /** The house's own addresses. */
  readonly #house: ReadonlyMap<string, Place>;
  readonly #hasCold: boolean;
  readonly #log: Log;
  /** Transactions of others that were reported already: a reorganisation may bring one back in another block. */
  readonly #reported = new Set<string>();

  /** @param options.coldAddresses  by index of their descriptor */
  constructor(options: {
    chainId: number;
    wallet: Pick<SignerWallet, 'hotAddress' | 'houseAddress' | 'keyLayout' | 'former'>;
    coldAddresses: readonly string[];
    log: Log;
  }) {
    const { chainId, wallet, coldAddresses } = options;
    this.#chainId = chainId;
    this.#log = options.log;
    this.#hasCold = coldAddresses.length > 0;
    const houseAddresses = [wallet.former?.houseAddress, wallet.houseAddress].filter(
      (address) => address !== undefined,
    );
    this.#house = new Map<string, Place>([
      ...coldAddresses.map((address, index) => [address, { branch: coldBranch, index }] as const),
      ...houseAddresses.map((address) => [address, bitcoinHouse] as const),
      ...(wallet.former === undefined
        ? []
        : [[wallet.former.hotAddress, findFormerHot(wallet.keyLayout)] as const]),
      [wallet.hotAddress, { branch: bitcoinBranches[wallet.keyLayout].hot, index: hotWalletIndex }],
    ]);
  }

  /** Corrects the places of the house's outputs after a change of keys: the present hot wallet has that of the former one. */
  async place(db: Queryable): Promise<void> {
    for (const [address, place] of this.#house)
      await placeOutputs(db, { chainId: this.#chainId, address, ...place });
  }

  /** A transaction is ours when it pays one of the house's addresses and spends one of our outputs. */
  async findOwn(tx: Queryable, { transfers, spends = [] }: ChainBlock): Promise<ReadonlySet<string>> {
    const paying = new Set(transfers.filter(({ to }) => this.#house.has(to)).map(({ txId }) => txId));
    const spent = spends.filter(({ by }) => paying.has(by));
    const known = await findOwnOutputs(tx, this.#chainId, spent);
    const outpoints = new Set(known.map(formatOutpoint));
    return new Set(spent.filter((one) => outpoints.has(formatOutpoint(one))).map(({ by }) => by));
  }

  async take(
    tx: Queryable,
    block: ChainBlock,
    { incoming, own }: { readonly incoming: readonly ChainTransfer[]; readonly own: ReadonlySet<string> },
  ): Promise<void> {
    await this.#store(tx, block, incoming);
    await this.#storeOwn(tx, block, own);
    if (this.#hasCold) await this.#spendCold(tx, block);
    const chainId = this.#chainId;
    const { height } = block;
    const mined = new Set(block.transfers.map(({ txId }) => txId));
    for (const { ticketId, hash, plan } of await listUnminedAttempts(tx, chainId)) {
      if (!mined.has(hash)) continue;
      const { inputs } = readBitcoinPlan(plan);
      await spendOutputs(tx, { chainId, ticketId, txId: hash, height, outpoints: inputs });
      await this.#storeChange(tx, block, { hash, plan });
    }
    for (const { moveId, hash, plan } of await listUnminedMoveAttempts(tx, chainId)) {
      if (!mined.has(hash)) continue;
      const { inputs } = readBitcoinPlan(plan);
      await spendMoveOutputs(tx, { chainId, moveId, txId: hash, height, outpoints: inputs });
      await this.#storeChange(tx, block, { hash, plan });
    }
    await this.#noteTaken(tx, block);
  }

  async rewind(tx: Queryable, height: number): Promise<void> {
    const chainId = this.#chainId;
    await rewindOutputs(tx, chainId, height);
    const outputs = await giveBackOutputs(tx, chainId, height);
    if (outputs > 0)
      this.#log.warn(
        { chainId, height, outputs },
        'outputs that others had spent are ours again after a reorganisation',
      );
  }

  /** Records which of our outputs others have spent, once our own transactions of the block are recorded, and reports it. */
  async #noteTaken(tx: Queryable, { height, spends = [] }: ChainBlock): Promise<void> {
    const chainId = this.#chainId;
    const taken = await takeOutputs(tx, { chainId, height, spends });
    for (const txId of new Set(taken.map(({ by }) => by))) {
      const outputs = taken.filter(({ by }) => by === txId);
      if (!this.#reported.has(txId))
        this.#log.error({ chainId, txId, ...describeTaken(outputs) }, takenAlert);
      this.#reported.add(txId);
    }
  }

  async #store(tx: Queryable, { height }: ChainBlock, incoming: readonly ChainTransfer[]): Promise<void> {
    const addresses = [...new Set(incoming.map(({ to }) => to))];
    const rows = await findAddresses(tx, 'bitcoin', addresses);
    const places = new Map<string, Place>([
      ...this.#house,
      ...rows.map(({ address, index }) => [address, { branch: 0, index }] as const),
    ]);
    for (const { txId, position, to, amount } of incoming) {
      const place = places.get(to);
      assert(place !== undefined, `our address ${to} has a known key`);
      const output = { txId, vout: Number(position), amount, ...place };
      await upsertOutput(tx, { chainId: this.#chainId, height, address: to, ...output });
    }
  }

  /** Stores what our own transactions bring to the house's addresses: moves between them, refills, and their change. */
  async #storeOwn(tx: Queryable, { height, transfers }: ChainBlock, own: ReadonlySet<string>): Promise<void> {
    for (const { txId, position, to, amount } of transfers) {
      const place = own.has(txId) ? this.#house.get(to) : undefined;
      if (place === undefined) continue;
      const output = { txId, vout: Number(position), amount, ...place, isOwn: true };
      await upsertOutput(tx, { chainId: this.#chainId, height, address: to, ...output });
    }
  }

  /** Records spends of cold storage, by our own refill or not: it no longer holds these outputs. */
  async #spendCold(tx: Queryable, { height, spends = [] }: ChainBlock): Promise<void> {
    const chainId = this.#chainId;
    const held = await listColdOutputs(tx, { chainId, height });
    const outpoints = new Set(held.map(formatOutpoint));
    for (const { by, ...outpoint } of spends)
      if (outpoints.has(formatOutpoint(outpoint)))
        await spendColdOutput(tx, { chainId, txId: by, height, outpoint });
  }

  async #storeChange(
    tx: Queryable,
    { height, transfers }: ChainBlock,
    { hash, plan }: { readonly hash: string; readonly plan: string },
  ): Promise<void> {
    const { change, changeBranch, changeIndex } = readBitcoinPlan(plan);
    if (change === 0n) return;
    const chainId = this.#chainId;
    const key = { branch: changeBranch, index: changeIndex };
    const output = { txId: hash, vout: changeVout, amount: change, ...key };
    const sent = transfers.find(({ txId, position }) => txId === hash && position === String(changeVout));
    assert(sent !== undefined, `payment ${hash} has its change at the index that the signer uses`);
    await upsertOutput(tx, { chainId, height, address: sent.to, ...output });
  }
}

/** Returns the place of the former hot wallet: that which a hot wallet has in the other layout. */
function findFormerHot(layout: KeyLayout): Place {
  return { branch: bitcoinBranches[layout === 1 ? 2 : 1].hot, index: hotWalletIndex };
}

function describeTaken(outputs: readonly TakenOutput[]): Record<string, unknown> {
  const amount = outputs.reduce((sum, output) => sum + output.amount, 0n);
  const addresses = [...new Set(outputs.map(({ address }) => address))].slice(0, addressesInAlert);
  return { outputs: outputs.length, amount: String(amount), addresses };
}

function formatOutpoint({ txId, vout }: Outpoint): string {
  return `${txId}:${vout}`;
}
