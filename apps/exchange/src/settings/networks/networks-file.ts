/**
 * The operator's networks: nodes, assets, fees, minimums and caps, in a JSON file. The chain settings are compared
 * with the chain itself when the exchange connects; the products are compared with the catalogue here.
 */
import { readColdStorage } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
import type { RemoteNode } from '@salar/adapters/chains/remote-networks';
import { assertNever } from '@salar/protocol';
import type { DefineProduct } from '@salar/protocol';
import type {
  BitcoinNetwork,
  ChainProvider,
  NetworkAsset,
  NetworkSettings,
  PaymentCaps,
} from '@salar/services';
import { ConfigError } from '../config.ts';
import { findContradictions } from './networks-problems.ts';
import { networksSchema } from './networks-schema.ts';
import { readAmount, readApprovedCaps, readPasskeyCaps, readReceiverCaps } from './payment-caps.ts';
import type { ReportProblem } from './payment-caps.ts';
import type { AssetText, NetworkText } from './networks-schema.ts';
import { readSweeps } from './sweeps.ts';

export type NetworksFile = {
  readonly nodes: readonly RemoteNode[];
  readonly networks: readonly NetworkSettings[];
  readonly providers: readonly ChainProvider[];
  readonly caps: readonly PaymentCaps[];
  readonly passkeys: PasskeyPolicy | null;
  readonly hotCapPpm: bigint | null;
};
/** Products by their symbols. */
export type Catalogue = Readonly<Record<string, Pick<DefineProduct, 'productId' | 'decimals'>>>;

/** The decimals of a network's own coin. */
const coinDecimals = { evm: 18, bitcoin: 8, tron: 6 } as const;
/** The chain ids of Bitcoin's networks are their magic numbers. */
const bitcoinChainIds = { main: 3_652_501_241, testnet: 118_034_699 } as const;
/** About an eighth of the main network's difficulty in 2026; the test network has blocks of any difficulty. */
const difficultiesMin = { main: '20000000000000', testnet: undefined } as const;

/**
 * Reads the text of the file.
 *
 * @throws ConfigError listing everything that is wrong: syntax first, then amounts, products, contracts,
 * contradictions
 */
export function readNetworksFile(text: string, catalogue: Catalogue): NetworksFile {
  const parsed = networksSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `networks file, ${issue.path.join('.')}: ${issue.message}`),
    );
  const problems = findContradictions(parsed.data);
  const read = parsed.data.networks.map((network, place) =>
    readNetwork(network, catalogue, (where, problem) =>
      problems.push(`networks.${place}.${where}: ${problem}`),
    ),
  );
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `networks file, ${problem}`));
  const { hotCapPercent, passkeys } = parsed.data;
  return {
    nodes: read.map(({ node }) => node),
    networks: read.map(({ node }) => node.settings),
    providers: read.flatMap(({ providers }) => providers),
    caps: read.flatMap(({ caps }) => caps),
    passkeys,
    hotCapPpm: hotCapPercent === null ? null : BigInt(hotCapPercent) * 10_000n,
  };
}

type ReadNetwork = {
  readonly node: RemoteNode;
  readonly providers: readonly ChainProvider[];
  readonly caps: readonly PaymentCaps[];
};

function readNetwork(network: NetworkText, catalogue: Catalogue, report: ReportProblem): ReadNetwork {
  const chainId = network.family === 'bitcoin' ? bitcoinChainIds[network.kind] : network.chainId;
  const assets = network.assets.flatMap((asset, place) => {
    const known = Object.hasOwn(catalogue, asset.product) ? catalogue[asset.product] : undefined;
    const where = `assets.${place}`;
    if (known === undefined) report(`${where}.product`, `there is no product ${asset.product}`);
    else if (known.decimals !== asset.decimals)
      report(`${where}.decimals`, `${asset.product} has ${known.decimals} decimals in the catalogue`);
    return known === undefined ? [] : [readAsset({ network, chainId, asset, known, where }, report)];
  });
  const settings = toNetworkSettings(
    network,
    chainId,
    assets.map((asset) => asset.settings),
    report,
  );
  return {
    node: {
      settings,
      url: network.url,
      secondUrl: network.secondUrl,
      apiKey: network.family === 'tron' ? (network.apiKey ?? null) : null,
      secondApiKey: network.family === 'tron' ? (network.secondApiKey ?? null) : null,
    },
    providers: assets.map((asset) => asset.provider),
    caps: assets.map((asset) => asset.caps),
  };
}

function toNetworkSettings(
  network: NetworkText,
  chainId: number,
  assets: readonly NetworkAsset[],
  report: ReportProblem,
): NetworkSettings {
  const { name, displayName, confirmations, reorgGraceBlocks, stuckBlocks, startHeight, pollMs } = network;
  const { compromisedBranches } = network;
  const fees = (field: 'perHour' | 'perDay') =>
    readAmount(network.paymentFees[field], coinDecimals[network.family], `paymentFees.${field}`, report);
  const paymentFees = { perHour: fees('perHour'), perDay: fees('perDay') };
  if (paymentFees.perDay < paymentFees.perHour) report('paymentFees.perDay', 'must be at least perHour');
  const shared = {
    chainId,
    name,
    displayName,
    confirmations,
    reorgGraceBlocks,
    stuckBlocks,
    paymentFees,
    startHeight,
    compromisedBranches,
  };
  switch (network.family) {
    case 'evm': {
      const { family, traces } = network;
      return {
        family,
        traces,
        ...shared,
        pollMs,
        assets,
        ...readSweeps(network, coinDecimals[network.family], report),
      };
    }
    case 'bitcoin': {
      const { family, kind, coldDescriptor, difficultyMin: difficulty = difficultiesMin[kind] } = network;
      const cold = readCold(coldDescriptor, kind, report);
      const difficultyMin = difficulty === undefined ? undefined : BigInt(difficulty);
      return { family, kind, difficultyMin, ...shared, pollMs, assets, cold };
    }
    case 'tron': {
      const feeLimit = readAmount(network.feeLimit, coinDecimals.tron, 'feeLimit', report);
      const { sweeps, coldAddress } = readSweeps(network, coinDecimals[network.family], report);
      if (sweeps !== null && sweeps.perMove < feeLimit)
        report('sweeps.perMove', 'must be at least feeLimit, which each move of a token may burn');
      return { family: network.family, feeLimit, ...shared, pollMs, assets, sweeps, coldAddress };
    }
    default:
      return assertNever(network);
  }
}

function readCold(
  descriptor: string | undefined,
  kind: BitcoinNetwork['kind'],
  report: ReportProblem,
): BitcoinNetwork['cold'] {
  try {
    return descriptor === undefined ? undefined : readColdStorage(descriptor, kind);
  } catch (error) {
    report('coldDescriptor', (error as Error).message);
    return undefined;
  }
}

type Place = {
  readonly network: NetworkText;
  readonly chainId: number;
  readonly asset: AssetText;
  readonly known: Catalogue[string];
  readonly where: string;
};

function readAsset(
  { network, chainId, asset, known, where }: Place,
  report: ReportProblem,
): { settings: NetworkAsset; provider: ChainProvider; caps: PaymentCaps } {
  const { productId } = known;
  const read = (field: AmountField) =>
    readAmount(asset[field] ?? '0', known.decimals, `${where}.${field}`, report);
  const [depositMin, withdrawFee, withdrawMin] = [
    read('depositMin'),
    read('withdrawFee'),
    read('withdrawMin'),
  ];
  const [perTransaction, perHour, perDay] = [read('perTransaction'), read('perHour'), read('perDay')];
  const largeDeposit = read('largeDeposit');
  if (largeDeposit < depositMin) report(`${where}.largeDeposit`, 'must be at least the smallest deposit');
  if (depositMin <= 0n) report(`${where}.depositMin`, 'must be above 0');
  if (withdrawMin <= withdrawFee) report(`${where}.withdrawMin`, 'must be above the fee');
  if (perTransaction < withdrawMin)
    report(`${where}.perTransaction`, 'must be at least the smallest withdrawal');
  if (perHour < perTransaction) report(`${where}.perHour`, 'must be at least what one transaction may pay');
  if (perDay < perHour) report(`${where}.perDay`, 'must be at least what an hour may pay');
  const lanePlace = { symbol: asset.product, decimals: known.decimals, where, perTransaction };
  return {
    settings: {
      productId,
      contract: asset.contract,
      decimals: asset.decimals,
      ...(asset.feeOnTransfer === true && { feeOnTransfer: true }),
      largeDeposit,
      ...(asset.sweepMin !== undefined && { sweepMin: read('sweepMin') }),
      ...(asset.houseMin !== undefined && { houseMin: read('houseMin') }),
      ...(asset.houseFloat !== undefined && { houseFloat: read('houseFloat') }),
    },
    provider: {
      kind: 'chain',
      chainId,
      providerId: asset.providerId,
      name: asset.providerName,
      displayName: network.displayName,
      productId,
      depositMin,
      withdrawFee,
      withdrawMin,
      confirmations: network.confirmations,
      depositTemplate: `WSAccountProvider_${network.word}`,
      withdrawTemplate: `ToExternal${network.word}Address`,
    },
    caps: {
      chainId,
      productId,
      perTransaction,
      perHour,
      perDay,
      ...readReceiverCaps(asset, { decimals: known.decimals, where, perDay }, report),
      ...(asset.approved !== undefined && {
        approved: readApprovedCaps(asset.approved, lanePlace, report),
      }),
      ...(asset.passkey !== undefined && {
        passkey: readPasskeyCaps(asset.passkey, lanePlace, report),
      }),
    },
  };
}

type AmountField =
  | 'depositMin'
  | 'withdrawFee'
  | 'withdrawMin'
  | 'perTransaction'
  | 'perHour'
  | 'perDay'
  | 'largeDeposit'
  | 'sweepMin'
  | 'houseMin'
  | 'houseFloat';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError([`networks file: is not JSON (${(error as Error).message})`]);
  }
}
