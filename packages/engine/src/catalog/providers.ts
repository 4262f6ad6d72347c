/** Which providers, products on networks or bank rails, take no deposits or no withdrawals now. */
import { accept, isId, refuse } from '@salar/protocol';
import type { OutcomeOf, SetProviderHalt } from '@salar/protocol';
import type { State } from '../state/state.ts';

/** True for what is halted. */
export type ProviderHalt = { readonly deposits: boolean; readonly withdrawals: boolean };

export const noHalt: ProviderHalt = { deposits: false, withdrawals: false };

/** Providers are settings and not known here: any id is accepted. */
export function setProviderHalt(state: State, command: SetProviderHalt): OutcomeOf<SetProviderHalt> {
  const { providerId, deposits, withdrawals } = command;
  if (!isId(providerId)) return refuse('definition_invalid');

  // Nothing below can be refused.
  if (deposits || withdrawals) state.providerHalts.set(providerId, { deposits, withdrawals });
  else state.providerHalts.delete(providerId);
  return accept(null);
}
