/** Bitcoin cold storage as the exchange uses it: prepares PSBTs to the hot wallet, and checks signed ones. */
import { toOutputScript } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { coldIndex, parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { ColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { accept, assert, formatAmount, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { BitcoinChain, Outpoint } from '@salar/services/ports/chain-client';
import type { ColdStorage, NewRefill } from '@salar/services/ports/cold-storage';
import type { BitcoinNetwork } from '@salar/services';
import { writeSignedRefill } from '@salar/services/sweeps/planned-cold-refills';
import type { BitcoinColdNetwork } from '../cold-settings.ts';
import { formatRefill } from '../open-refill.ts';
import { parseRefillFile } from '../refill-file.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { ColdOutputs } from './cold-outputs.ts';
import { DescriptorStorage, isSamePayment } from './descriptor-storage.ts';
import { planRefill } from './refill-plan.ts';
import { buildRefill, formatRefillPsbt, readRefillPsbt } from './refill-psbt.ts';
import type { RefillInput, RefillPsbt } from './refill-psbt.ts';

/** The number of blocks in which a refill should be mined. */
const targetBlocks = 3;
/** Owners need days to sign, and fees may rise meanwhile: half more than today. */
const feeMargin = { times: 3n, of: 2n } as const;

export type BitcoinRefillsOptions = {
  readonly client: Pick<BitcoinChain, 'feeRate' | 'isUnspent' | 'rawTransaction'>;
  /** Lists what cold storage holds in final blocks, the largest first. */
  readonly listOutputs: () => Promise<readonly Omit<RefillInput, 'previous'>[]>;
  readonly settings: Pick<BitcoinNetwork, 'name' | 'chainId' | 'kind'>;
  readonly descriptor: string;
  readonly hotAddress: string;
};

export class BitcoinRefills implements ColdStorage {
  readonly address: string;
  readonly #options: BitcoinRefillsOptions;
  readonly #descriptor: ColdDescriptor;
  readonly #outputs: ColdOutputs;

  constructor(options: BitcoinRefillsOptions) {
    this.#options = options;
    this.#descriptor = parseColdDescriptor(options.descriptor, options.settings.kind);
    this.#outputs = new ColdOutputs(this.#descriptor);
    this.address = this.#outputs.at(coldIndex).address;
  }

  async prepare({ asset, product, amount }: NewRefill): Promise<Result<string, string>> {
    const { client, listOutputs, settings, hotAddress } = this.#options;
    const feeRate = ((await client.feeRate(targetBlocks)) * feeMargin.times) / feeMargin.of + 1n;
    const free = await this.#keepUnspent(await listOutputs());
    const receiverScript = toOutputScript(hotAddress, settings.kind);
    const output = this.#outputs.at(coldIndex);
    assert(receiverScript !== null, 'the hot wallet has an address of the network');
    const { required } = this.#descriptor;
    const plan = planRefill({ amount, feeRate, receiverScript, required, output }, free);
    if (plan === null) {
      const held = free.reduce((sum, one) => sum + one.amount, 0n);
      return refuse(`cold storage holds ${formatAmount(held, asset.decimals)} ${product} in final blocks`);
    }
    const inputs: RefillInput[] = [];
    for (const input of plan.inputs) {
      const raw = await client.rawTransaction(input.txId);
      if (raw === null) throw new ChainUnavailable(`the node has no transaction ${input.txId}`);
      inputs.push({ ...input, previous: Buffer.from(raw, 'hex') });
    }
    const payment = { inputs, receiver: hotAddress, amount, change: plan.change };
    const payload = formatRefillPsbt(this.#outputs, { payment, signatures: [] });
    try {
      return accept(await formatRefill(this.#toNetwork(product), payload));
    } catch (error) {
      if (error instanceof RefillInvalid) return refuse(error.message);
      throw error;
    }
  }

  async authorise(prepared: string, signed: string): Promise<Result<string, string>> {
    try {
      const { product, payload } = parseRefillFile(signed);
      const [expected, actual] = [this.#read(prepared), readRefillPsbt(this.#outputs, payload)];
      if (!isSamePayment(this.#outputs, expected, actual))
        return refuse('the file pays something else than what was prepared');
      const { signers, required } = (await new DescriptorStorage(this.#toNetwork(product)).read(payload))
        .signatures;
      if (signers.length < required)
        return refuse(`the file has ${signers.length} of ${required} signatures`);
      if (!(await this.#areUnspent(actual.payment.inputs)))
        return refuse('cold storage has spent these outputs meanwhile: prepare the refill again');
      const transaction = buildRefill(this.#outputs, actual);
      transaction.finalize();
      const { hex: raw, id: hash } = transaction;
      return accept(writeSignedRefill({ hash, raw, networkFee: transaction.fee }));
    } catch (error) {
      if (error instanceof RefillInvalid) return refuse(error.message);
      throw error;
    }
  }

  async isOpen(prepared: string): Promise<boolean> {
    return this.#areUnspent(this.#read(prepared).payment.inputs);
  }

  #read(file: string): RefillPsbt {
    return readRefillPsbt(this.#outputs, parseRefillFile(file).payload);
  }

  async #keepUnspent<Coin extends Outpoint>(coins: readonly Coin[]): Promise<readonly Coin[]> {
    const kept: Coin[] = [];
    for (const coin of coins) if (await this.#options.client.isUnspent(coin)) kept.push(coin);
    return kept;
  }

  async #areUnspent(coins: readonly Outpoint[]): Promise<boolean> {
    return (await this.#keepUnspent(coins)).length === coins.length;
  }

  /** The exchange has no names of owners. */
  #toNetwork(product: string): BitcoinColdNetwork {
    const { settings, descriptor, hotAddress } = this.#options;
    const { name, chainId, kind } = settings;
    const owners = this.#descriptor.keys.map((_, at) => `owner-${at + 1}`);
    return {
      family: 'bitcoin',
      name,
      chainId,
      kind,
      descriptor,
      owners,
      hotAddresses: [hotAddress],
      product,
    };
  }
}
