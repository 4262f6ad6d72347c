/** The actions in a customer's security log: the closed list that the log, the mails and the screens share. */
export const securityActions = [
  'registered',
  'email_verified',
  'sign_in',
  'sign_in_failed',
  'sign_in_code_failed',
  'signed_out',
  'new_device',
  'session_ended',
  'other_sessions_ended',
  'proved_again',
  'user_locked',
  'user_unlocked',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'recovery_code_used',
  'recovery_codes_made',
  'second_factor_reset_planned',
  'second_factor_reset_canceled',
  'second_factor_reset',
  'passkey_added',
  'passkey_removed',
  'api_key_added',
  'api_key_changed',
  'api_key_removed',
  'destination_saved',
  'destination_mailed_again',
  'destination_confirmed',
  'destination_removed',
  'withdrawal_requested',
  'withdrawal_confirmed',
  'withdrawal_canceled',
  'review_applied',
  'level_requested',
  'level_decided',
  'brazil_form_sent',
  'account_linked',
  'access_refused',
] as const;

export type SecurityAction = (typeof securityActions)[number];

export function isSecurityAction(text: string): text is SecurityAction {
  return (securityActions as readonly string[]).includes(text);
}
