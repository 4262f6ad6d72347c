/** Lists what a production exchange cannot do yet because it is not configured. */
import type { Config } from '../settings/config.ts';

/** Lists the missing parts, a sentence each with the setting's name; none in the local profile, which simulates them. */
export function listMissingParts(config: Config): readonly string[] {
  if (config.profile === 'local') return [];
  const parts: readonly (readonly [isMissing: boolean, what: string])[] = [
    [
      config.networksFile === null,
      'SALAR_NETWORKS_FILE is not set: no coin is deposited or withdrawn, only money of banks',
    ],
    [
      config.liquidityFile === null,
      'SALAR_LIQUIDITY_FILE is not set: the house quotes nothing, and books have the orders of customers only',
    ],
  ];
  return parts.filter(([isMissing]) => isMissing).map(([, what]) => what);
}
