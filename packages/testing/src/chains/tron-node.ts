/**
 * A TRON full node with its documented HTTP interface, for a network without one that runs on a laptop.
 *
 * It keeps a real chain of blocks linked by hash, holds coins and one kind of token contract, and checks what a
 * node checks: signatures and the permissions of accounts, reference blocks, expiry, balances, duplicates. Blocks are mined
 * when a test requests them.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tronAddressHex, parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import {
  encodeTransaction,
  encodeTransfer,
  readTransaction,
} from '@salar/adapters/chain-tron/tron-transaction';
import type { ReadTransaction, TronTransfer } from '@salar/adapters/chain-tron/tron-transaction';
import { recoverAddress } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { Hex } from 'viem';
import { blockJson, energyUsed, hexText, infoJson, toInfos } from './tron-node-answers.ts';
import type { Block, Mined } from './tron-node-answers.ts';

const blockMs = 3_000;
/** Blocks that the network regards as final. */
const solidLag = 19;
const energyPrice = 100n;
const bandwidthPrice = 1_000n;
/** For a receiver that never held the token. */
const energyOfNewHolder = 130_000n;
/** Sun, taken once for a transaction with more than one signature. */
const multiSignatureFee = 1_000_000n;
/** A transaction is taken at most this long before it expires. */
const lifetimeMsMax = 24 * 3_600_000;
/** The first permission of an account beside that of its owner. */
const activePermissionId = 2;
/** Invented: this key has coins and tokens from the first block on. */
const bankKey: Hex = `0x${'5a'.repeat(32)}`;
const plenty = 10n ** 15n;

/** The keys that can act for an account, each with the weight 1. */
type Permission = {
  readonly threshold: number;
  readonly keys: readonly string[];
  /** The number of them that must sign as the owner, when it is another one. */
  readonly ownerThreshold?: number;
};

/** Coins in sun under an empty contract, tokens under their contract. */
class Balances {
  readonly #sums = new Map<string, bigint>();

  of(contract: string | null, address: string): bigint {
    return this.#sums.get(`${contract ?? ''}/${address}`) ?? 0n;
  }

  add(contract: string | null, address: string, amount: bigint): void {
    this.#sums.set(`${contract ?? ''}/${address}`, this.of(contract, address) + amount);
  }
}

export class TronNode {
  /** Mines a block after as many requests; null: only when a test requests it. */
  minesEvery: number | null = null;
  #requests = 0;
  readonly chainId: number;
  readonly contracts: ReadonlyMap<string, number>;
  /** Pending transactions. */
  #pool: ReadTransaction[] = [];
  #blocks: Block[] = [];
  #balances = new Balances();
  readonly #refused = new Set<string>();
  readonly #permissions = new Map<string, Permission>();
  #salt = 0;
  #pauseMs = 0;
  readonly #server: Server;

  private constructor(options: { chainId: number; contracts: ReadonlyMap<string, number>; startAt: number }) {
    this.chainId = options.chainId;
    this.contracts = options.contracts;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.writeHead(500).end(JSON.stringify({ Error: String(error) }));
      });
    });
    const id = options.chainId.toString(16).padStart(8, '0');
    const hash = `${'0'.repeat(16)}e58f33f9baf9305dc6f82b9f${'0'.repeat(16)}${id}`;
    this.#blocks = [{ height: 0, hash, parentHash: '0'.repeat(64), timestamp: options.startAt, mined: [] }];
    this.#replay();
  }

  /** @param options.contracts decimals of each token by its contract's address */
  static async open(options: {
    chainId: number;
    contracts: ReadonlyMap<string, number>;
    startAt: number;
  }): Promise<TronNode> {
    const node = new TronNode(options);
    await new Promise<void>((resolve) => void node.#server.listen(0, '127.0.0.1', resolve));
    node.mine(solidLag + 1); // there is a final block to refer to
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Address of a key with large balances. */
  get bank(): string {
    return addressOfKey(bankKey);
  }

  get height(): number {
    return this.#head().height;
  }

  get time(): number {
    return this.#head().timestamp;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Adds blocks; pending transactions that have not expired are in the first of them. */
  mine(blocks: number): void {
    for (let count = 0; count < blocks; count += 1) {
      const parent = this.#head();
      const timestamp = parent.timestamp + blockMs + this.#pauseMs;
      this.#pauseMs = 0;
      const waiting = this.#pool.filter((transaction) => transaction.plan.expiration > timestamp);
      this.#pool = [];
      const mined = waiting.map((transaction) => this.#apply(transaction));
      this.#blocks.push(this.#blockOn(parent, timestamp, mined));
    }
  }

  /** Replaces the newest `depth` blocks by as many empty ones and one more. */
  reorg(depth: number): void {
    this.#blocks = this.#blocks.slice(0, this.#blocks.length - depth);
    this.#salt += 1;
    this.#pool = [];
    this.#replay();
    this.mine(depth + 1);
  }

  /** Delays the next block. */
  pause(ms: number): void {
    this.#pauseMs += ms;
  }

  /** Drops pending transactions. */
  dropWaiting(): void {
    this.#pool = [];
  }

  /** Makes the tokens refuse transfers to an address from now on. */
  refuseTokensTo(address: string): void {
    this.#refused.add(address);
  }

  /** Gives an account to several keys, of which a number must sign. */
  setPermission(address: string, permission: Permission): void {
    this.#permissions.set(address, permission);
  }

  getBalance(contract: string | null, address: string): bigint {
    return this.#balances.of(contract, address);
  }

  /** Changes a balance without a block that shows it, until the next reorganisation. */
  change(contract: string | null, address: string, amount: bigint): void {
    this.#balances.add(contract, address, amount);
  }

  /** Signs a payment from the bank without sending it. */
  async signFromBank(payment: Omit<TronTransfer, 'from'>): Promise<{ raw: string; txId: string }> {
    const reference = this.#solid().hash;
    const rawData = encodeTransfer(
      { ...payment, from: this.bank },
      {
        refBlockBytes: reference.slice(12, 16),
        refBlockHash: reference.slice(16, 32),
        timestamp: this.time + this.#salt++,
        expiration: this.time + 3_600_000,
        feeLimit: 100_000_000n,
      },
    );
    const txId = createHash('sha256').update(rawData).digest('hex');
    const signature = await sign({ hash: `0x${txId}`, privateKey: bankKey, to: 'hex' });
    const raw = encodeTransaction(rawData, [Buffer.from(signature.slice(2), 'hex')]).toString('hex');
    return { raw, txId };
  }

  /** Pays from the bank in the next block. */
  async pay(payment: Omit<TronTransfer, 'from'>): Promise<string> {
    const { raw, txId } = await this.signFromBank(payment);
    const answer = await this.#broadcast(raw);
    if (answer['result'] !== true)
      throw new Error(`the bank's payment was refused: ${String(answer['code'])}`);
    return txId;
  }

  #head(): Block {
    return this.#blockAt(this.#blocks.length - 1);
  }

  #solid(): Block {
    return this.#blockAt(Math.max(0, this.#blocks.length - 1 - solidLag));
  }

  #blockAt(height: number): Block {
    const block = this.#blocks[height];
    if (block === undefined) throw new Error(`there is no block ${height}`);
    return block;
  }

  #blockOn(parent: Block, timestamp: number, mined: readonly Mined[]): Block {
    const height = parent.height + 1;
    const content = [parent.hash, timestamp, this.#salt, ...mined.map(({ transaction }) => transaction.txId)];
    const digest = createHash('sha256').update(content.join()).digest('hex');
    const hash = height.toString(16).padStart(16, '0') + digest.slice(16);
    return { height, hash, parentHash: parent.hash, timestamp, mined };
  }

  /** Returns balances after the current blocks. */
  #replay(): void {
    this.#balances = new Balances();
    for (const contract of [null, ...this.contracts.keys()]) this.#balances.add(contract, this.bank, plenty);
    for (const { mined } of this.#blocks) for (const { transaction } of mined) this.#apply(transaction);
  }

  #apply(transaction: ReadTransaction): Mined {
    const { from, to, contract, amount } = transaction.transfer;
    const fee = this.#computeFee(transaction);
    this.#balances.add(null, from, -fee);
    if (!this.#isExecuted(transaction.transfer)) return { transaction, result: 'REVERT', fee };
    this.#balances.add(contract, from, -amount);
    this.#balances.add(contract, to, amount);
    return { transaction, result: 'SUCCESS', fee };
  }

  #isExecuted({ from, to, contract, amount }: TronTransfer): boolean {
    return this.#balances.of(contract, from) >= amount && !(contract !== null && this.#refused.has(to));
  }

  #computeFee({ transfer, rawData, signatures }: ReadTransaction): bigint {
    const bandwidth = BigInt(rawData.length + 2 + 67 * Math.max(1, signatures.length)) * bandwidthPrice;
    const fixed = signatures.length > 1 ? bandwidth + multiSignatureFee : bandwidth;
    return transfer.contract === null ? fixed : fixed + this.#computeEnergy(transfer) * energyPrice;
  }

  #computeEnergy({ contract, to }: Pick<TronTransfer, 'contract' | 'to'>): bigint {
    return this.#balances.of(contract, to) === 0n ? energyOfNewHolder : energyUsed;
  }

  async #broadcast(hex: string): Promise<Record<string, unknown>> {
    let transaction: ReadTransaction;
    try {
      transaction = readTransaction(hex);
    } catch {
      return refusal('OTHER_ERROR', 'the transaction cannot be read');
    }
    const { txId, plan, transfer } = transaction;
    if (!(await this.#isSigned(transaction))) return refusal('SIGERROR', 'validate signature error');
    const isKnown = this.#pool.some((waiting) => waiting.txId === txId) || this.#minedAt(txId) !== undefined;
    if (isKnown) return refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
    if (!this.#hasReferencedBlock(plan)) return refusal('TAPOS_ERROR', 'Tapos check error.');
    if (plan.expiration <= this.time || plan.expiration > this.time + lifetimeMsMax)
      return refusal('TRANSACTION_EXPIRATION_ERROR', 'transaction expired');
    const needed = this.#computeFee(transaction) + (transfer.contract === null ? transfer.amount : 0n);
    if (this.#balances.of(null, transfer.from) < needed)
      return refusal('CONTRACT_VALIDATE_ERROR', 'balance is not sufficient');
    if (transfer.contract !== null && this.#computeEnergy(transfer) * energyPrice > plan.feeLimit)
      return refusal('CONTRACT_VALIDATE_ERROR', 'fee limit is not sufficient');
    this.#pool.push(transaction);
    return { result: true, txid: txId };
  }

  #hasReferencedBlock({ refBlockBytes, refBlockHash }: ReadTransaction['plan']): boolean {
    return this.#blocks.some(
      ({ hash }) => hash.slice(12, 16) === refBlockBytes && hash.slice(16, 32) === refBlockHash,
    );
  }

  #minedAt(txId: string): { block: Block; mined: Mined } | undefined {
    for (const block of this.#blocks) {
      const mined = block.mined.find(({ transaction }) => transaction.txId === txId);
      if (mined !== undefined) return { block, mined };
    }
    return undefined;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
    this.#requests += 1;
    if (this.minesEvery !== null && this.#requests % this.minesEvery === 0) this.mine(1);
    const [, view, method] = (request.url ?? '').split('/');
    const isSolid = view === 'walletsolidity';
    const answer = await this.#answer(method ?? '', body, isSolid);
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
  }

  async #answer(method: string, body: Record<string, unknown>, isSolid: boolean): Promise<unknown> {
    const newest = isSolid ? this.#solid() : this.#head();
    switch (method) {
      case 'getnowblock':
        return blockJson(newest);
      case 'getblockbynum': {
        const height = Number(body['num']);
        return height > newest.height ? {} : blockJson(this.#blockAt(height));
      }
      case 'gettransactioninfobyblocknum': {
        const height = Number(body['num']);
        return height > newest.height ? [] : toInfos(this.#blockAt(height));
      }
      case 'gettransactioninfobyid': {
        const found = this.#minedAt(String(body['value']));
        return found === undefined || found.block.height > newest.height
          ? {}
          : infoJson(found.block, found.mined);
      }
      case 'getaccount':
        return this.#accountJson(String(body['address']));
      case 'getchainparameters':
        return {
          chainParameter: [
            { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
            { key: 'getTransactionFee', value: Number(bandwidthPrice) },
            { key: 'getEnergyFee', value: Number(energyPrice) },
          ],
        };
      case 'triggerconstantcontract':
        return this.#trigger(body);
      case 'broadcasthex':
        return this.#broadcast(String(body['transaction']));
      default:
        return undefined;
    }
  }

  #accountJson(hex: string): object {
    const address = parseTronAddressHex(hex);
    const balance = this.#balances.of(null, address);
    if (balance === 0n) return {};
    const { threshold, keys, ownerThreshold = threshold } = this.#permissionOf(address);
    const permission = {
      threshold,
      keys: keys.map((key) => ({ address: `41${tronAddressHex(key)}`, weight: 1 })),
    };
    return {
      address: hex,
      balance: Number(balance),
      owner_permission: { permission_name: 'owner', ...permission, threshold: ownerThreshold },
      active_permission: [
        { type: 'Active', id: activePermissionId, permission_name: 'active', ...permission },
      ],
    };
  }

  /** An account belongs to its own key until it is given to others. */
  #permissionOf(address: string): Permission {
    return this.#permissions.get(address) ?? { threshold: 1, keys: [address] };
  }

  async #isSigned({ txId, signatures, transfer, permissionId }: ReadTransaction): Promise<boolean> {
    if (permissionId !== 0 && permissionId !== activePermissionId) return false;
    const { threshold, keys } = this.#permissionOf(transfer.from);
    const signers = await Promise.all(signatures.map((signature) => recoverSigner(txId, signature)));
    const isKnown = signers.every((signer) => signer !== null && keys.includes(signer));
    return isKnown && new Set(signers).size === signers.length && signers.length >= threshold;
  }

  #trigger(body: Record<string, unknown>): object {
    const contract = parseTronAddressHex(String(body['contract_address']));
    const decimals = this.contracts.get(contract);
    if (decimals === undefined)
      return {
        result: {
          code: 'CONTRACT_VALIDATE_ERROR',
          message: hexText('No contract or not a valid smart contract'),
        },
      };
    const { parameter } = body;
    const argument = typeof parameter === 'string' ? parameter.slice(0, 64) : '';
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    switch (body['function_selector']) {
      case 'decimals()':
        return { result: { result: true }, energy_used: 500, constant_result: [word(BigInt(decimals))] };
      case 'balanceOf(address)': {
        const balance = this.#balances.of(contract, parseTronAddressHex(argument.slice(24)));
        return { result: { result: true }, energy_used: 935, constant_result: [word(balance)] };
      }
      case 'transfer(address,uint256)': {
        const from = parseTronAddressHex(String(body['owner_address']));
        const to = parseTronAddressHex(argument.slice(24));
        const amount = BigInt(`0x${String(parameter).slice(64)}`);
        const energy_used = Number(this.#computeEnergy({ contract, to }));
        if (!this.#isExecuted({ from, to, contract, amount }))
          return {
            result: { result: true, message: hexText('REVERT opcode executed') },
            energy_used,
            constant_result: [],
          };
        return { result: { result: true }, energy_used, constant_result: [word(1n)] };
      }
      default:
        return { result: { code: 'CONTRACT_EXE_ERROR', message: hexText('REVERT opcode executed') } };
    }
  }
}

/** @returns the address of the key; null when nobody made the signature */
async function recoverSigner(txId: string, signature: Buffer): Promise<string | null> {
  if (signature.length !== 65) return null;
  try {
    const signer = await recoverAddress({ hash: `0x${txId}`, signature: `0x${signature.toString('hex')}` });
    return parseTronAddressHex(signer.slice(2).toLowerCase());
  } catch {
    return null; // not a point on the curve
  }
}

function addressOfKey(key: Hex): string {
  return parseTronAddressHex(privateKeyToAccount(key).address.slice(2).toLowerCase());
}

function refusal(code: string, message: string): Record<string, unknown> {
  return { code, message: hexText(message) };
}
