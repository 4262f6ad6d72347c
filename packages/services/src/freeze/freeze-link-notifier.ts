/** Adds the code of a link that freezes the account to mails about its security, withdrawals and destinations. */
import type { Queryable } from '@salar/store';
import type { Notification, Notifier } from '../ports/notifier.ts';
import type { FreezeLinks } from './freeze-links.ts';

type FreezeLinkNotifierOptions = { readonly notifier: Notifier; readonly links: FreezeLinks };

export class FreezeLinkNotifier implements Notifier {
  readonly #options: FreezeLinkNotifierOptions;

  constructor(options: FreezeLinkNotifierOptions) {
    this.#options = options;
  }

  async enqueue(tx: Queryable, mail: Parameters<Notifier['enqueue']>[1]): Promise<void> {
    const { notifier, links } = this.#options;
    const { notification } = mail;
    if (!hasFreezeLink(notification)) return notifier.enqueue(tx, mail);
    const freezeCode = await links.create(tx, mail.userId);
    return notifier.enqueue(
      tx,
      freezeCode === null ? mail : { ...mail, notification: { ...notification, freezeCode } },
    );
  }
}

type MailWithLink = Extract<
  Notification,
  { readonly kind: 'confirm_withdrawal' | 'withdrawal_delayed' | 'confirm_destination' | 'security_notice' }
>;

/** Mails about an account that is frozen already have no link. */
function hasFreezeLink(notification: Notification): notification is MailWithLink {
  switch (notification.kind) {
    case 'confirm_withdrawal':
    case 'withdrawal_delayed':
    case 'confirm_destination':
      return true;
    case 'security_notice':
      return notification.action !== 'account_frozen';
    default:
      return false;
  }
}
