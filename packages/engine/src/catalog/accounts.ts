/** Accounts and verification levels. */
import { accept, customerAccountMin, isId, refuse } from '@salar/protocol';
import type {
  AccountId,
  AccountKind,
  DefineLevel,
  OpenAccount,
  OutcomeOf,
  SetAccountLevel,
  SetAccountLock,
} from '@salar/protocol';
import type { State } from '../state/state.ts';

/** Opens an account at level 0. `account_unknown` means an id outside the range of its kind. */
export function openAccount(state: State, command: OpenAccount): OutcomeOf<OpenAccount> {
  if (!isInRange(command.accountId, command.kind)) return refuse('account_unknown');
  if (state.accounts.get(command.accountId) !== undefined) return refuse('already_defined');

  // Nothing below can be refused.
  state.accounts.open(command.accountId, command.kind);
  return accept(null);
}

/** Level 0 needs no definition; every other level must have been defined. */
export function setAccountLevel(state: State, command: SetAccountLevel): OutcomeOf<SetAccountLevel> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account_unknown');
  if (command.level !== 0 && !state.levels.has(command.level)) return refuse('level_unknown');

  // Nothing below can be refused.
  state.accounts.openDetails(account).level = command.level;
  return accept(null);
}

/**
 * Locks or unlocks an account. A locked account cannot place orders or start withdrawals; it can cancel and
 * receive.
 */
export function setAccountLock(state: State, command: SetAccountLock): OutcomeOf<SetAccountLock> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account_unknown');

  // Nothing below can be refused.
  state.accounts.setLocked(account, command.locked);
  return accept(null);
}

/** Sets the limits of a level; a later definition replaces an earlier one. */
export function defineLevel(state: State, command: DefineLevel): OutcomeOf<DefineLevel> {
  const { level, dailyLimit, monthlyLimit } = command;
  if (!Number.isSafeInteger(level) || level < 0) return refuse('definition_invalid');
  if (dailyLimit !== null && dailyLimit < 0n) return refuse('definition_invalid');
  if (monthlyLimit !== null && monthlyLimit < 0n) return refuse('definition_invalid');

  // Nothing below can be refused.
  state.levels.set(level, { dailyLimit, monthlyLimit });
  return accept(null);
}

function isInRange(id: AccountId, kind: AccountKind): boolean {
  return isId(id) && (kind === 'customer' ? id >= customerAccountMin : id < customerAccountMin);
}
