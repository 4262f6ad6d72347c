/** The work on all networks: waits for chains and signer, then runs each network in a loop of its own. */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { Loop } from '../background/loop.ts';
import type { ApprovalVerifier, PaymentRecord } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { PasskeyRegistry } from '../ports/passkey-registry.ts';
import { TicketsNotReady } from '../tickets/chain-access.ts';
import type { ChainAccess, HouseWallet } from '../tickets/chain-access.ts';
import { bankChainId, toChainId } from '../tickets/networks.ts';
import { createNetworkWork } from './network-work.ts';
import type { NetworkWork, NetworkWorkOptions } from './network-work.ts';
import { listHouseAddresses } from './open-network.ts';
import { createWalletCheck } from './wallet-check.ts';
import type { ExternalParties } from './open-network.ts';

/** After this long without a completed turn the books are compared anyway: otherwise a node that hangs could prevent it. */
const behindMsMax = 10 * 60_000;

const walletCheckMs = 60_000;

export class NetworkLoops {
  readonly #options: NetworkWorkOptions;
  /**
   * Networks whose last turn was not completed: all of them at the start, later those with an unavailable node or database. With each
   * is when its last completed turn ended, or the start.
   */
  readonly #behind: Map<number, number>;
  #access: ChainAccess | null = null;
  #wallets: readonly HouseWallet[] = [];
  #approvals: ApprovalVerifier | null = null;
  #record: PaymentRecord | null = null;
  readonly #coldStorages = new Map<number, ColdStorage>();
  #passkeys: PasskeyRegistry | null = null;
  #works: readonly NetworkWork[] = [];
  /** Loops of the turns. */
  #turns: readonly Loop[] = [];
  /** Those, and the loops of the work beside them. */
  #loops: readonly Loop[] = [];
  #isStarted = false;

  constructor(options: NetworkWorkOptions) {
    this.#options = options;
    const chains = options.providers.map(toChainId).filter((chainId) => chainId !== bankChainId);
    const startedAt = options.context.clock();
    this.#behind = new Map(chains.map((chainId) => [chainId, startedAt]));
  }

  /** Returns what the services need of the chains. @throws TicketsNotReady until chains and signer are connected */
  access(): ChainAccess {
    if (this.#access === null) throw new TicketsNotReady();
    return this.#access;
  }

  /** Returns the house's own addresses. @throws TicketsNotReady until chains and signer are connected */
  wallets(): readonly HouseWallet[] {
    this.access();
    return this.#wallets;
  }

  /** Verifies approvals of payments. @throws TicketsNotReady until chains and signer are connected */
  approvals(): ApprovalVerifier {
    if (this.#approvals === null) throw new TicketsNotReady();
    return this.#approvals;
  }

  /** Returns the cold storage of each network that has one. @throws TicketsNotReady until chains and signer are connected */
  coldStorages(): ReadonlyMap<number, ColdStorage> {
    this.access();
    return this.#coldStorages;
  }

  /** Lists what was signed. @throws TicketsNotReady until chains and signer are connected */
  record(): PaymentRecord {
    if (this.#record === null) throw new TicketsNotReady();
    return this.#record;
  }

  /** Records customers' passkeys. @throws TicketsNotReady until a signer that does is connected */
  passkeys(): PasskeyRegistry {
    if (this.#passkeys === null) throw new TicketsNotReady();
    return this.#passkeys;
  }

  /** Returns true while a network of the product has blocks to read, unless it has had them for too long. */
  isBehind(productId: ProductId): boolean {
    const now = this.#options.context.clock();
    return this.#options.providers.some((provider) => {
      const since = this.#behind.get(toChainId(provider));
      return provider.productId === productId && since !== undefined && now - since < behindMsMax;
    });
  }

  /** Connects chains and signer, once. */
  connect(external: ExternalParties): void {
    assert(this.#access === null, 'chains and signer are connected once');
    const { networks, approvals, signer, passkeys } = external;
    this.#approvals = approvals;
    this.#record = signer;
    this.#passkeys = passkeys ?? null;
    this.#access = {
      schemes: new Map(networks.map((network) => [network.settings.chainId, network.scheme])),
      networks: networks.map((network) => network.settings),
      houseAddresses: new Set(networks.flatMap((network) => listHouseAddresses(network))),
    };
    this.#wallets = networks.map(({ settings, wallet: { hotAddress, gasAddress, houseAddress } }) => ({
      network: settings.name,
      hotAddress,
      gasAddress,
      ...(houseAddress !== undefined && { houseAddress }),
    }));
    this.#works = networks.map((network) => {
      const coldStorage = external.openColdStorage?.(network) ?? null;
      if (coldStorage !== null) this.#coldStorages.set(network.settings.chainId, coldStorage);
      const options = { ...this.#options, ...external, coldStorage };
      return trackBehind(createNetworkWork(options, network), this.#behind, options.context.clock);
    });
    const { log } = this.#options.context;
    const check = createWalletCheck(external, log);
    this.#turns = this.#works.map(
      ({ name, pollMs, work }) => new Loop({ name, intervalMs: pollMs, log, work }),
    );
    this.#loops = [
      ...this.#turns,
      ...this.#works.flatMap(({ aside }) => aside.map((one) => new Loop({ ...one, log }))),
      new Loop({ name: 'wallets of the signer', intervalMs: walletCheckMs, log, work: check }),
    ];
    if (this.#isStarted) for (const loop of this.#loops) loop.start();
  }

  /** Runs the next turn of every network at once: there are payments to make. */
  wake(): void {
    for (const loop of this.#turns) loop.wake();
  }

  start(): void {
    this.#isStarted = true;
    for (const loop of this.#loops) loop.start();
  }

  /** Resolves when no work is in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }

  /** Runs one turn of every network, for tests, which do not wait for intervals. */
  async turn(): Promise<void> {
    for (const { work, aside } of this.#works) {
      await work();
      for (const one of aside) await one.work();
    }
  }
}

/** Adds the network to `behind` unless its last turn was completed. */
function trackBehind(network: NetworkWork, behind: Map<number, number>, clock: () => number): NetworkWork {
  const { chainId } = network;
  let completedAt = behind.get(chainId) ?? clock();
  return {
    ...network,
    async work() {
      let isCompleted = false;
      try {
        isCompleted = await network.work();
      } finally {
        if (isCompleted) completedAt = clock();
        if (isCompleted) behind.delete(chainId);
        else behind.set(chainId, completedAt);
      }
      return isCompleted;
    },
  };
}
