/** Reads how a network sweeps deposit addresses, and where its excess goes. */
import type { EvmNetwork } from '@salar/services';
import type { NetworkText } from './networks-schema.ts';
import { readAmount } from './payment-caps.ts';
import type { ReportProblem } from './payment-caps.ts';

/** @param decimals  those of the network's coin */
export function readSweeps(
  { sweeps, coldAddress }: Exclude<NetworkText, { family: 'bitcoin' }>,
  decimals: number,
  report: ReportProblem,
): Pick<EvmNetwork, 'sweeps' | 'coldAddress'> {
  if (coldAddress !== undefined && sweeps === null)
    report('coldAddress', 'needs sweeps, whose caps limit its fees');
  if (sweeps === null) return { sweeps, coldAddress };
  const coins = (field: keyof typeof sweeps) =>
    readAmount(sweeps[field], decimals, `sweeps.${field}`, report);
  return {
    sweeps: {
      gasWalletMin: coins('gasWalletMin'),
      gasWalletMax: coins('gasWalletMax'),
      perMove: coins('perMove'),
      perHour: coins('perHour'),
    },
    coldAddress,
  };
}
