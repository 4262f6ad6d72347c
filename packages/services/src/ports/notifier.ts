/** Mails to customers. Rows are written in the caller's transaction, so a mail is sent exactly when its cause is durable. */
import type { SecurityAction, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';

export type Notification =
  | { readonly kind: 'verify_email'; readonly code: string }
  | { readonly kind: 'reset_password'; readonly code: string }
  | {
      readonly kind: 'confirm_withdrawal';
      /** The code of the link that freezes the account; missing in mails of an older version. */
      readonly freezeCode?: string;
      readonly code: string;
      /** Plain decimal text; the product's symbol is separate. */
      readonly amount: string;
      readonly fee: string;
      readonly net: string;
      readonly product: string;
      readonly network: string;
      /** An address, or the canonical JSON text of a bank's fields. */
      readonly destination: string;
      /** The template of the withdrawal form; missing in mails of an older version, which had addresses only. */
      readonly templateType?: string;
      readonly requestedAt: number;
    }
  | {
      readonly kind: 'confirm_destination';
      /** The code of the link that freezes the account; missing in mails of an older version. */
      readonly freezeCode?: string;
      readonly code: string;
      readonly product: string;
      readonly network: string;
      readonly destination: string;
      readonly templateType: string;
      readonly requestedAt: number;
    }
  | {
      readonly kind: 'withdrawal_delayed';
      /** The code of the link that freezes the account; missing in mails of an older version. */
      readonly freezeCode?: string;
      readonly amount: string;
      readonly product: string;
      readonly network: string;
      readonly destination: string;
      readonly templateType: string;
      readonly requestedAt: number;
      /** When the withdrawal continues automatically. */
      readonly until: number;
    }
  /** A deposit to an address whose key others may have: the customer stops using it. */
  | {
      readonly kind: 'deposit_held';
      readonly amount: string;
      readonly product: string;
      readonly network: string;
      readonly address: string;
      readonly seenAt: number;
    }
  /** The code unlocks the account; a new password does too. */
  | { readonly kind: 'account_locked'; readonly code: string }
  | {
      readonly kind: 'security_notice';
      /** The code of the link that freezes the account; missing in mails of an older version. */
      readonly freezeCode?: string;
      readonly action: NoticeAction;
      readonly at: number;
      readonly ip: string | null;
      readonly agent: string | null;
      readonly object: string | null;
      /** The keys and passkeys that ended or stay; missing for actions that concern one thing. */
      readonly credentials?: readonly NoticeCredential[];
    };

/** An API key, by its first characters, or a passkey, by its name, and what became of it. */
export type NoticeCredential = {
  readonly state: 'api_key_ended' | 'api_key_kept' | 'passkey_ended' | 'passkey_kept';
  readonly name: string;
};

/** Actions of which customers are notified by mail (security rule P9). */
export const noticeActions = [
  'new_device',
  'password_reset',
  'password_changed',
  'account_frozen',
  'user_unlocked',
  'second_factor_on',
  'second_factor_off',
  'recovery_code_used',
  'recovery_codes_made',
  'second_factor_reset_planned',
  'second_factor_reset',
  'passkey_added',
  'passkey_removed',
  'api_key_added',
  'api_key_changed',
  'api_key_removed',
  'destination_removed',
  'level_decided',
  'level_lost',
  'account_linked',
] as const satisfies readonly SecurityAction[];
export type NoticeAction = (typeof noticeActions)[number];

export function isNotice(action: SecurityAction): action is NoticeAction {
  return (noticeActions as readonly SecurityAction[]).includes(action);
}

export interface Notifier {
  /** Queues one mail in the customer's language. `dedupKey` makes a repeat harmless. */
  enqueue(
    tx: Queryable,
    mail: { userId: UserId; to: string; dedupKey: string; notification: Notification },
  ): Promise<void>;
}
