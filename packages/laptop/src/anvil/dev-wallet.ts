/** Accounts of the well-known development phrase, which own everything on a local chain, and transactions from them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type { Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import type { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { devMnemonic } from './anvil-process.ts';

/** 100 gwei: far above the price on an idle chain. */
const feeMax = 100n * 10n ** 9n;
const receiptTimeoutMs = 20_000;

export type DevCall = {
  /** Null deploys a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data?: Hex;
  readonly gas: bigint;
};

/** One sender; its transactions are sent one after the other, so nonces have no gaps. */
export class DevWallet {
  readonly #rpc: JsonRpc;
  readonly #chainId: number;
  readonly #account;
  readonly #mutex = new Mutex();

  constructor(rpc: JsonRpc, chainId: number, addressIndex: number) {
    this.#rpc = rpc;
    this.#chainId = chainId;
    this.#account = mnemonicToAccount(devMnemonic, { addressIndex });
  }

  /**
   * Sends a transaction and waits for its block.
   * @returns the hash
   * @throws when the transaction fails
   */
  async send(call: DevCall): Promise<string> {
    return this.#mutex.runExclusive(() => this.#send(call));
  }

  async #send(call: DevCall): Promise<string> {
    const count = await this.#rpc.call('eth_getTransactionCount', this.#account.address, 'pending');
    const raw = await this.#account.signTransaction({
      type: 'eip1559',
      chainId: this.#chainId,
      nonce: Number(count),
      maxFeePerGas: feeMax,
      maxPriorityFeePerGas: 10n ** 9n,
      gas: call.gas,
      value: call.value,
      ...(call.to === null ? {} : { to: call.to }),
      ...(call.data === undefined ? {} : { data: call.data }),
    });
    const hash = await this.#rpc.call('eth_sendRawTransaction', raw);
    if (typeof hash !== 'string') throw new Error('the local chain returned no transaction hash');
    await this.#mined(hash);
    return hash;
  }

  async #mined(hash: string): Promise<void> {
    const deadline = Date.now() + receiptTimeoutMs;
    for (;;) {
      const receipt = await this.#rpc.call('eth_getTransactionReceipt', hash);
      if (isRecord(receipt)) {
        if (receipt['status'] === '0x1') return;
        throw new Error(`transaction ${hash} failed on the local chain`);
      }
      if (Date.now() > deadline) throw new Error(`transaction ${hash} was not mined in time`);
      await sleep(25);
    }
  }
}
