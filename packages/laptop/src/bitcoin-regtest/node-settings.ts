/** What the network's process is told by its parent. */
import { isRecord } from '@salar/adapters/chain-bitcoin/readers';

export type NodeSettings = {
  /** The first free one from here on; any when 0. */
  readonly portMin: number;
  readonly portMax: number;
  /** `user:password` of its door. */
  readonly credentials: string;
  /** Where its blocks are kept. */
  readonly file: string;
  /** How often it looks whether a block is due; 0 leaves mining to its callers. */
  readonly blockTimeMs: number;
};

export const nodeSettingsVariable = 'SALAR_BITCOIN_NODE';

/** @throws when the text is not what `JSON.stringify` makes of settings */
export function readNodeSettings(text: string | undefined): NodeSettings {
  const given: unknown = text === undefined ? null : JSON.parse(text);
  if (!isRecord(given)) throw new Error(`${nodeSettingsVariable} is not set`);
  const { portMin, portMax, credentials, file, blockTimeMs } = given;
  if (
    typeof portMin !== 'number' ||
    typeof portMax !== 'number' ||
    typeof credentials !== 'string' ||
    typeof file !== 'string' ||
    typeof blockTimeMs !== 'number'
  )
    throw new Error(`${nodeSettingsVariable} lacks a setting`);
  return { portMin, portMax, credentials, file, blockTimeMs };
}
