/**
 * Devices that a customer has signed in with: a browser by its stored cookie, anything else by its name and network. They
 * decide who is slowed down when others guess the password, and when a sign-in causes a mail (security rules P7, P9).
 */
import { randomUUID } from 'node:crypto';
import { millis } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  deleteDevicesUnseenSince,
  insertDevice,
  listDevices,
  touchDevice,
} from '@salar/store/tables/sign-in/devices';
import type { Device, DeviceRow } from '@salar/store/tables/sign-in/devices';
import { listNetworksAround, toNetwork } from './ip-networks.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { ProvableRow, RowMacs } from '../crypto/row-macs.ts';
import { createSecret, hashSecret } from '../crypto/tokens.ts';

/** The most devices of one customer; the one unseen for longest is dropped. */
const devicesMax = 50;
/** A device that was unseen for this long is forgotten; its cookie expires then, too. */
export const deviceLifeMs = 365 * 24 * 60 * 60_000;

/** How an account classifies the origin of a sign-in attempt. */
export type DeviceTrust = {
  /** The key under which its failures are counted. */
  readonly source: string;
  readonly network: string;
  /** The wider networks that one attacker may have as well, the narrower first. */
  readonly networksAround: readonly string[];
  /** True when the account was never signed in to from there. */
  readonly isUnknown: boolean;
  /** True for a device that signed in before, by its own token. */
  readonly isKnownDevice: boolean;
};
export type RegisteredDevice = {
  readonly deviceId: string;
  /** The token that a new device should store. */
  readonly newToken: string | null;
  /** True when the owner should be notified: the device is new, and not the first one. */
  readonly isWorthNotifying: boolean;
};

type DeviceRegistryOptions = {
  readonly database: Database;
  readonly macs: RowMacs;
  readonly now: () => number;
};

export class DeviceRegistry {
  readonly #options: DeviceRegistryOptions;

  constructor(options: DeviceRegistryOptions) {
    this.#options = options;
  }

  /** Classifies the origin of an attempt. */
  async findTrust(userId: UserId, origin: Origin): Promise<DeviceTrust> {
    const network = toNetwork(origin.ip);
    const networks = { network, networksAround: listNetworksAround(origin.ip) };
    const devices = await this.#listProved(this.#options.database, userId);
    const device = findByToken(devices, origin);
    if (device)
      return { source: `device ${device.deviceId}`, ...networks, isUnknown: false, isKnownDevice: true };
    const isUnknown = !devices.some((one) => one.network === network);
    return { source: `network ${network}`, ...networks, isUnknown, isKnownDevice: false };
  }

  /** Returns true for the token of a device that the customer signed in with. */
  async isKnown(userId: UserId, origin: Origin): Promise<boolean> {
    if (origin.device === null) return false;
    return findByToken(await this.#listProved(this.#options.database, userId), origin) !== undefined;
  }

  /** Registers the device of a granted sign-in, in the transaction of its session. */
  async register(tx: Queryable, userId: UserId, origin: Origin): Promise<RegisteredDevice> {
    const { agent, ip: requestIp } = origin;
    const network = toNetwork(requestIp);
    const seen = { agent, network, requestIp, lastSeenAt: millis(this.#options.now()) };
    const devices = await this.#listProved(tx, userId);
    const isSame = (one: DeviceRow) => one.network === network && one.agent === agent;
    const known = findByToken(devices, origin) ?? devices.find(isSame);
    if (known) {
      await touchDevice(tx, this.#prove({ ...known, ...seen }));
      return { deviceId: known.deviceId, newToken: null, isWorthNotifying: false };
    }
    const newToken = createSecret();
    const deviceId = randomUUID();
    const row = { ...seen, deviceId, userId, tokenHash: hashSecret(newToken) };
    await insertDevice(tx, this.#prove(row), devicesMax);
    return { deviceId, newToken, isWorthNotifying: devices.length > 0 };
  }

  /** Lists remembered devices, the last seen one first. */
  async list(userId: UserId): Promise<readonly Device[]> {
    return listDevices(this.#options.database, userId, millis(this.#options.now() - deviceLifeMs));
  }

  /** Forgets the devices of all customers that were unseen for a year. */
  async sweep(): Promise<void> {
    await deleteDevicesUnseenSince(this.#options.database, millis(this.#options.now() - deviceLifeMs));
  }

  /** Lists a customer's devices, the last seen one first, without those that somebody else wrote. */
  async #listProved(on: Queryable, userId: UserId): Promise<readonly DeviceRow[]> {
    const rows = await listDevices(on, userId, millis(0));
    return rows.filter((row) => this.#options.macs.isProved(toProvableDevice(row), row.mac));
  }

  #prove(row: Omit<DeviceRow, 'mac'>): DeviceRow {
    return { ...row, mac: this.#options.macs.compute(toProvableDevice(row)) };
  }
}

function findByToken(devices: readonly DeviceRow[], { device }: Origin): DeviceRow | undefined {
  if (device === null) return undefined;
  const tokenHash = hashSecret(device);
  return devices.find((one) => one.tokenHash.equals(tokenHash));
}

/** Lists the columns that the MAC of a device covers. */
export function toProvableDevice(row: Omit<DeviceRow, 'mac'>): ProvableRow {
  const { deviceId, userId, tokenHash, agent, network } = row;
  return { table: 'device', id: deviceId, columns: [deviceId, userId, tokenHash, agent, network] };
}
