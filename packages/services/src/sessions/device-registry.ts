/**
 * Devices that a customer has signed in with: a browser by its stored cookie, anything else by its name and network. They
 * decide who is slowed down when others guess the password, and when a sign-in causes a mail (security rules P7, P9).
 */
import { millis } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  deleteDevicesUnseenSince,
  findDeviceByNetwork,
  findDeviceByToken,
  hasDevices,
  insertDevice,
  isNetworkKnown,
  listDevices,
  touchDevice,
} from '@salar/store/tables/sign-in/devices';
import type { Device } from '@salar/store/tables/sign-in/devices';
import { toNetwork } from './ip-networks.ts';
import type { Origin } from '../ports/request-origin.ts';
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
  /** True when nobody ever signed in to the account from there. */
  readonly isUnknown: boolean;
};
export type RegisteredDevice = {
  readonly deviceId: string;
  /** The token that a new device should store. */
  readonly newToken: string | null;
  /** True when the owner should be notified: the device is new, and not the first one. */
  readonly isWorthNotifying: boolean;
};

type DeviceRegistryOptions = { readonly database: Database; readonly now: () => number };

export class DeviceRegistry {
  readonly #options: DeviceRegistryOptions;

  constructor(options: DeviceRegistryOptions) {
    this.#options = options;
  }

  /** Classifies the origin of an attempt. */
  async findTrust(userId: UserId, origin: Origin): Promise<DeviceTrust> {
    const network = toNetwork(origin.ip);
    const device = await this.#findByToken(this.#options.database, userId, origin);
    if (device) return { source: `device ${device.deviceId}`, network, isUnknown: false };
    const isUnknown = !(await isNetworkKnown(this.#options.database, userId, network));
    return { source: `network ${network}`, network, isUnknown };
  }

  /** Registers the device of a granted sign-in, in the transaction of its session. */
  async register(tx: Queryable, userId: UserId, origin: Origin): Promise<RegisteredDevice> {
    const { agent, ip: requestIp } = origin;
    const seen = { agent, network: toNetwork(requestIp), requestIp, at: millis(this.#options.now()) };
    const known =
      (await this.#findByToken(tx, userId, origin)) ?? (await findDeviceByNetwork(tx, userId, seen));
    if (known) {
      await touchDevice(tx, known.deviceId, seen);
      return { deviceId: known.deviceId, newToken: null, isWorthNotifying: false };
    }
    const isWorthNotifying = await hasDevices(tx, userId);
    const newToken = createSecret();
    const tokenHash = hashSecret(newToken);
    const deviceId = await insertDevice(tx, { ...seen, userId, tokenHash, devicesMax });
    return { deviceId, newToken, isWorthNotifying };
  }

  /** Lists remembered devices, the last seen one first. */
  async list(userId: UserId): Promise<readonly Device[]> {
    return listDevices(this.#options.database, userId, millis(this.#options.now() - deviceLifeMs));
  }

  /** Forgets the devices of all customers that were unseen for a year. */
  async sweep(): Promise<void> {
    await deleteDevicesUnseenSince(this.#options.database, millis(this.#options.now() - deviceLifeMs));
  }

  async #findByToken(on: Queryable, userId: UserId, { device }: Origin): Promise<Device | null> {
    return device === null ? null : findDeviceByToken(on, userId, hashSecret(device));
  }
}
