/** Finds contradictions in a networks file that is syntactically valid. */
import { parseEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { parseTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { findNodeAddressProblem } from '@salar/adapters/tls/encrypted-connections';
import { assertNever } from '@salar/protocol';
import type { AssetText, NetworksText, NetworkText } from './networks-schema.ts';

/** Development networks: their coins are worth nothing, and their keys are public. */
const developmentChainIds: ReadonlySet<number> = new Set([1337, 31_337, 31_338]);
/**
 * On these layer 2 networks a transaction also pays a share of the layer 1 fees, so no address can be emptied to
 * zero.
 */
const chainIdsAboveAnother: ReadonlySet<number> = new Set([10, 8_453, 42_161]);

/** Returns a sentence for each contradiction, with the field that it is about. */
export function findContradictions({ networks, passkeys }: NetworksText): string[] {
  const all = networks.flatMap((network, place) => findNetworkProblems(network, `networks.${place}`));
  const assets = networks.flatMap((network) => network.assets);
  const hasPasskeyCaps = assets.some(({ passkey }) => passkey !== undefined);
  return [
    ...all,
    ...findUnequalBranches(networks),
    ...(hasPasskeyCaps && passkeys === null ? ['passkeys: is needed, because assets have passkey caps'] : []),
    ...(!hasPasskeyCaps && passkeys !== null
      ? ['passkeys: has no effect, because no asset has passkey caps']
      : []),
    ...findDuplicates(
      'network name',
      networks.map(({ name }) => name),
    ),
    ...findDuplicates('network', networks.map(toNumber)),
    ...findDuplicates(
      'word',
      networks.map(({ word }) => word),
    ),
    ...findDuplicates(
      'providerId',
      assets.map(({ providerId }) => String(providerId)),
    ),
    ...findDuplicates(
      'providerName',
      assets.map(({ providerName }) => providerName),
    ),
  ];
}

/** Networks of a family have the same deposit addresses, so a key is compromised on all of them or on none. */
function findUnequalBranches(networks: NetworksText['networks']): string[] {
  return networks.flatMap((network, place) => {
    const first = networks.find(({ family }) => family === network.family) ?? network;
    return format(network) === format(first)
      ? []
      : [`networks.${place}.compromisedBranches: must be those of the other networks of its family`];
  });
}

function format({ compromisedBranches = [] }: NetworkText): string {
  return [...new Set(compromisedBranches)].toSorted((a, b) => a - b).join();
}

function findNetworkProblems(network: NetworkText, where: string): string[] {
  const problems: string[] = [];
  if (network.family !== 'bitcoin' && developmentChainIds.has(network.chainId))
    problems.push(`${where}.chainId: ${network.chainId} is a development network`);
  problems.push(
    ...findDuplicates(
      `${where}.assets product`,
      network.assets.map(({ product }) => product),
    ),
  );
  if (isSameHost(network.url, network.secondUrl))
    problems.push(`${where}.secondUrl: must be another node than url`);
  for (const name of network.plainHttp === true ? [] : (['url', 'secondUrl'] as const)) {
    const problem = findNodeAddressProblem(network[name]);
    if (problem !== null) problems.push(`${where}.${name}: ${problem}`);
  }
  const coins = network.assets.filter(({ contract }) => contract === null);
  if (coins.length > 1) problems.push(`${where}.assets: a network has only one native coin`);
  for (const [place, asset] of network.assets.entries())
    problems.push(
      ...findAssetProblems(network, asset).map((problem) => `${where}.assets.${place}.${problem}`),
    );
  return problems;
}

function findAssetProblems(network: NetworkText, asset: AssetText): string[] {
  const problems: string[] = [];
  if (!isContract(network, asset.contract))
    problems.push(
      `contract: ${String(asset.contract)} is not a contract of this network in canonical spelling`,
    );
  if (asset.feeOnTransfer === true && (network.family !== 'evm' || asset.contract === null))
    problems.push('feeOnTransfer: is for tokens of EVM networks');
  const hasMoves = network.family === 'bitcoin' || network.sweeps !== null;
  if (asset.houseMin !== undefined && (!hasMoves || asset.feeOnTransfer === true))
    problems.push('houseMin: needs the sweeps of its network, and no transfer fees');
  if (asset.houseMin !== undefined && isCoinAboveAnother(network, asset))
    problems.push('houseMin: the coin of a layer 2 network has fees that cannot be computed exactly');
  if (asset.houseFloat !== undefined && asset.houseMin === undefined)
    problems.push('houseFloat: has no effect without houseMin');
  if (asset.sweepMin === undefined) return problems;
  if (network.family === 'bitcoin' || network.sweeps === null)
    problems.push('sweepMin: needs the sweeps of an EVM or TRON network');
  if (asset.feeOnTransfer === true) problems.push('sweepMin: a token with transfer fees cannot be swept');
  if (isCoinAboveAnother(network, asset))
    problems.push('sweepMin: the coin of a layer 2 network cannot be swept to zero');
  return problems;
}

/** Returns true for the coin of a layer 2 network, whose transactions also pay for the network below. */
function isCoinAboveAnother(network: NetworkText, { contract }: AssetText): boolean {
  return network.family === 'evm' && contract === null && chainIdsAboveAnother.has(network.chainId);
}

/** Two names of one host are not noticed; one provider behind both neither. */
function isSameHost(one: string, other: string): boolean {
  return new URL(one).host === new URL(other).host;
}

function isContract(network: NetworkText, contract: string | null): boolean {
  switch (network.family) {
    case 'evm':
      return contract === null || parseEvmAddress(contract) === contract;
    case 'bitcoin':
      return contract === null;
    case 'tron':
      return contract === null || parseTronAddress(contract) === contract;
    default:
      return assertNever(network);
  }
}

function toNumber(network: NetworkText): string {
  return network.family === 'bitcoin' ? `bitcoin ${network.kind}` : String(network.chainId);
}

function findDuplicates(what: string, values: readonly string[]): string[] {
  const repeated = values.filter((value, place) => values.indexOf(value) !== place);
  return [...new Set(repeated)].map((value) => `${what}: ${value} occurs more than once`);
}
