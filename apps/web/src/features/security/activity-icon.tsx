import {
  AlertIcon,
  BankIcon,
  CodeIcon,
  DeviceIcon,
  IdentityIcon,
  LockIcon,
  LogOutIcon,
  MailIcon,
  PasskeyIcon,
  SendIcon,
  ShieldIcon,
  UserIcon,
} from '@salar/ui';
import type { Icon } from '@salar/ui';
import type { SecurityAction } from '@salar/protocol/security-actions';

/** The icon of each action; those that customers should check have the alarming one. */
export const activityIcons: Readonly<Record<SecurityAction, Icon>> = {
  registered: UserIcon,
  email_verified: MailIcon,
  sign_in: UserIcon,
  sign_in_failed: AlertIcon,
  sign_in_code_failed: AlertIcon,
  signed_out: LogOutIcon,
  new_device: DeviceIcon,
  session_ended: LogOutIcon,
  other_sessions_ended: LogOutIcon,
  proved_again: UserIcon,
  user_locked: AlertIcon,
  user_unlocked: LockIcon,
  password_reset_requested: MailIcon,
  password_reset: LockIcon,
  password_changed: LockIcon,
  second_factor_on: ShieldIcon,
  second_factor_off: ShieldIcon,
  recovery_code_used: ShieldIcon,
  recovery_codes_made: ShieldIcon,
  second_factor_reset_planned: AlertIcon,
  second_factor_reset_canceled: ShieldIcon,
  second_factor_reset: ShieldIcon,
  passkey_added: PasskeyIcon,
  passkey_removed: PasskeyIcon,
  api_key_added: CodeIcon,
  api_key_changed: CodeIcon,
  api_key_removed: CodeIcon,
  destination_saved: BankIcon,
  destination_mailed_again: MailIcon,
  destination_confirmed: BankIcon,
  destination_removed: BankIcon,
  withdrawal_requested: SendIcon,
  withdrawal_confirmed: SendIcon,
  withdrawal_canceled: SendIcon,
  review_applied: IdentityIcon,
  level_requested: IdentityIcon,
  level_decided: IdentityIcon,
  brazil_form_sent: IdentityIcon,
  account_linked: UserIcon,
  access_refused: AlertIcon,
};

export function isAlarming(action: SecurityAction | null): boolean {
  return action !== null && activityIcons[action] === AlertIcon;
}
