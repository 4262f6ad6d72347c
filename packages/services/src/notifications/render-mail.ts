/** Renders a notification to subject, text and HTML in the customer's language. */
import { assertNever } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Notification } from '../ports/notifier.ts';
import type { Language } from './languages.ts';
import { layoutHtml, layoutText } from './mail-layout.ts';
import type { MailContent } from './mail-layout.ts';
import { formatMailAmount, formatMailDevice, formatMailTime } from './mail-format.ts';
import { mailTexts } from './mail-texts.ts';
import { noticeTexts } from './notice-texts.ts';
import { buildReceiverRows } from './receiver-rows.ts';

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string };

/**
 * Renders one mail. Its subject contains no secret; links lead to `publicUrl`, whatever the request contained.
 *
 * @param options.publicUrl  without a slash at the end
 * @param options.supportEmail  the address for support
 */
export function renderMail(
  notification: Notification,
  options: {
    readonly language: Language;
    readonly publicUrl: string;
    readonly supportEmail?: string | null;
    readonly userId: UserId;
  },
): RenderedMail {
  const { language, publicUrl, userId } = options;
  const freezeCode = 'freezeCode' in notification ? notification.freezeCode : undefined;
  const content = {
    ...buildContent(notification, options),
    ...(freezeCode !== undefined && {
      freeze: {
        ...mailTexts[language].freeze,
        link: `${publicUrl}/freeze-account?verifycode=${encodeURIComponent(freezeCode)}&UserId=${userId}`,
      },
    }),
  };
  const { subject } = content;
  return {
    subject,
    text: layoutText(content, options),
    html: layoutHtml(content, options),
  };
}

function buildContent(
  notification: Notification,
  options: { readonly language: Language; readonly publicUrl: string; readonly userId: UserId },
): MailContent {
  const texts = mailTexts[options.language];
  const link = (path: string, code: string) =>
    `${options.publicUrl}${path}?verifycode=${encodeURIComponent(code)}&UserId=${options.userId}`;
  switch (notification.kind) {
    case 'verify_email':
      return { ...texts.verifyEmail, link: link('/verify-email', notification.code), rows: [] };
    case 'reset_password':
      return { ...texts.resetPassword, link: link('/reset-password', notification.code), rows: [] };
    case 'account_locked':
      return { ...texts.accountLocked, link: link('/unlock-account', notification.code), rows: [] };
    case 'security_notice': {
      const { notices, labels, button, note } = noticeTexts[options.language];
      const { title, body } = notices[notification.action];
      const rows = [
        {
          label: notification.action.startsWith('api_key_') ? labels.apiKey : labels.object,
          value: notification.object,
        },
        ...(notification.credentials ?? []).map((one) => ({
          label: labels.credentials[one.state],
          value: one.name,
        })),
        { label: labels.time, value: formatMailTime(notification.at, options.language) },
        { label: labels.ip, value: notification.ip },
        { label: labels.device, value: formatMailDevice(notification.agent, options.language) },
      ];
      return {
        subject: title,
        title,
        body,
        button,
        note,
        // A frozen account is opened by a new password.
        link: `${options.publicUrl}${notification.action === 'account_frozen' ? '/forgot-password' : '/settings/security'}`,
        rows: rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
      };
    }
    case 'confirm_withdrawal': {
      const { labels, freeze, ...rest } = texts.confirmWithdrawal;
      const { product } = notification;
      return {
        ...rest,
        link: link('/confirm-withdraw', notification.code),
        warning: freeze,
        rows: [
          { label: labels.amount, value: `${formatMailAmount(notification.amount)} ${product}` },
          { label: labels.fee, value: `${formatMailAmount(notification.fee)} ${product}` },
          { label: labels.net, value: `${formatMailAmount(notification.net)} ${product}`, isMain: true },
          ...buildReceiverRows(notification, options.language, labels),
          { label: labels.time, value: formatMailTime(notification.requestedAt, options.language) },
        ],
      };
    }
    case 'withdrawal_delayed': {
      const { labels, ...rest } = texts.withdrawalDelayed;
      return {
        ...rest,
        link: `${options.publicUrl}/ramping/withdraw`,
        rows: [
          {
            label: labels.amount,
            value: `${formatMailAmount(notification.amount)} ${notification.product}`,
            isMain: true,
          },
          ...buildReceiverRows(notification, options.language, labels),
          { label: labels.time, value: formatMailTime(notification.requestedAt, options.language) },
          { label: labels.until, value: formatMailTime(notification.until, options.language) },
        ],
      };
    }
    case 'deposit_held': {
      const { labels, ...rest } = texts.depositHeld;
      const { product, network, address } = notification;
      return {
        ...rest,
        link: `${options.publicUrl}/ramping/deposit`,
        rows: [
          {
            label: labels.amount,
            value: `${formatMailAmount(notification.amount)} ${product}`,
            isMain: true,
          },
          { label: labels.network, value: network },
          { label: labels.address, value: address },
          { label: labels.time, value: formatMailTime(notification.seenAt, options.language) },
        ],
      };
    }
    case 'confirm_destination': {
      const { labels, freeze, ...rest } = texts.confirmDestination;
      return {
        ...rest,
        link: link('/confirm-destination', notification.code),
        warning: freeze,
        rows: [
          { label: labels.product, value: notification.product },
          ...buildReceiverRows(notification, options.language, labels),
          { label: labels.time, value: formatMailTime(notification.requestedAt, options.language) },
        ],
      };
    }
    default:
      return assertNever(notification);
  }
}
