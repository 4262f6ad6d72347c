/** The settings that the parent passes to the network's process. */
import { isRecord } from '@salar/adapters/node-answers/read-answer';

export type NodeSettings = {
  /** The first port to try; any port when 0. */
  readonly portMin: number;
  readonly portMax: number;
  /** `user:password` of its JSON-RPC server. */
  readonly credentials: string;
  /** File of its blocks. */
  readonly file: string;
  /** How often it checks whether a block is due; 0 leaves mining to its callers. */
  readonly blockTimeMs: number;
};

export const nodeSettingsVariable = 'SALAR_BITCOIN_NODE';

/** @throws when the text is not the JSON of settings */
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
