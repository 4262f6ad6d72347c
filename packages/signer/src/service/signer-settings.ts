/** How settings reach the signer process: paths, networks and caps by environment, secrets by files. */
import { join } from 'node:path';
import { assertNever, minor } from '@salar/protocol';
import type { NetworkSettings, PaymentCaps, SweepSettings } from '@salar/services';
import type { SignerNetwork } from '../families/family-signing.ts';

export const signerSettingsVariable = 'SALAR_SIGNER_SETTINGS';
export const signerPassphraseVariable = 'SALAR_SIGNER_PASSPHRASE';

export type SignerSettings = {
  readonly socketPath: string;
  /** Contains the sealed seed, the MAC keys, the log of what was signed, and in the local profile the passphrase. */
  readonly keysDir: string;
  readonly networks: readonly SignerNetwork[];
  readonly caps: readonly PaymentCaps[];
};

/** @param socketPath  short: Unix sockets have about 100 characters */
export function signerSettings(options: {
  dataDir: string;
  socketPath?: string;
  networks: readonly NetworkSettings[];
  caps: readonly PaymentCaps[];
}): SignerSettings {
  return {
    socketPath: options.socketPath ?? join(options.dataDir, 'signer.sock'),
    keysDir: join(options.dataDir, 'keys'),
    networks: options.networks.map(toSignerNetwork),
    caps: options.caps,
  };
}

export function writeSignerSettings(settings: SignerSettings): string {
  return JSON.stringify(settings, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** Parses what `writeSignerSettings` wrote. */
export function readSignerSettings(text: string): SignerSettings {
  const settings = JSON.parse(text) as SignerSettings;
  return {
    ...settings,
    networks: settings.networks.map(readNetwork),
    caps: settings.caps.map((caps) => ({
      ...caps,
      perTransaction: minor(BigInt(caps.perTransaction)),
      perHour: minor(BigInt(caps.perHour)),
      perDay: minor(BigInt(caps.perDay)),
    })),
  };
}

/** Amounts are written as text. */
function readNetwork(network: SignerNetwork): SignerNetwork {
  const { perHour, perDay } = network.paymentFees;
  const paymentFees = { perHour: BigInt(String(perHour)), perDay: BigInt(String(perDay)) };
  switch (network.family) {
    case 'evm':
      return { ...network, paymentFees, sweeps: network.sweeps && readSweeps(network.sweeps) };
    case 'bitcoin':
      return { ...network, paymentFees };
    case 'tron':
      return { ...network, paymentFees, feeLimit: BigInt(String(network.feeLimit)) };
    default:
      return assertNever(network);
  }
}

function readSweeps(sweeps: SweepSettings): SweepSettings {
  const read = (name: keyof SweepSettings) => BigInt(String(sweeps[name]));
  return {
    gasWalletMin: read('gasWalletMin'),
    gasWalletMax: read('gasWalletMax'),
    perMove: read('perMove'),
    perHour: read('perHour'),
  };
}

/** Returns the part of a network's settings that the signer needs. */
function toSignerNetwork(network: NetworkSettings): SignerNetwork {
  const { chainId, paymentFees } = network;
  const assets = network.assets.map(({ productId, contract, decimals }) => ({
    productId,
    contract,
    decimals,
  }));
  switch (network.family) {
    case 'evm':
      return { family: network.family, chainId, assets, paymentFees, sweeps: network.sweeps };
    case 'bitcoin':
      return { family: network.family, chainId, assets, paymentFees, kind: network.kind };
    case 'tron':
      return { family: network.family, chainId, assets, paymentFees, feeLimit: network.feeLimit };
    default:
      return assertNever(network);
  }
}
