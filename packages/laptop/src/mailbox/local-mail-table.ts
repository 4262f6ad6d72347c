/** The local mailbox: mails received by the laptop's own SMTP listener. Bounded; the newest are kept. */
import type { Queryable } from '@salar/store/database';

export type LocalMail = {
  readonly mailId: number;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly receivedAt: number;
};
export type NewLocalMail = Omit<LocalMail, 'mailId'> & { readonly messageId: string };

const columns = `mail_id AS "mailId", sender, recipients, subject, body_text AS text, body_html AS html, links,
  received_at AS "receivedAt"`;

/** Stores a mail, once for each message id, and deletes all but the newest `keep`. */
export async function storeLocalMail(on: Queryable, mail: NewLocalMail, keep: number): Promise<void> {
  await on.query(
    `INSERT INTO local_mail (message_id, sender, recipients, subject, body_text, body_html, links, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (message_id) DO NOTHING`,
    [
      mail.messageId,
      mail.sender,
      [...mail.recipients],
      mail.subject,
      mail.text,
      mail.html,
      [...mail.links],
      mail.receivedAt,
    ],
  );
  await on.query(
    `DELETE FROM local_mail WHERE mail_id <= (SELECT max(mail_id) FROM local_mail) - $1::bigint`,
    [keep],
  );
}

/** Returns mails, newest first; only those of one recipient when given. Addresses are compared in lower case. */
export async function readLocalMails(
  on: Queryable,
  options: { readonly recipient?: string; readonly limit: number },
): Promise<readonly LocalMail[]> {
  if (options.recipient === undefined)
    return on.query<LocalMail>(`SELECT ${columns} FROM local_mail ORDER BY mail_id DESC LIMIT $1`, [
      options.limit,
    ]);
  return on.query<LocalMail>(
    `SELECT ${columns} FROM local_mail WHERE recipients @> ARRAY[$1::text] ORDER BY mail_id DESC LIMIT $2`,
    [options.recipient.toLowerCase(), options.limit],
  );
}

export async function readLocalMail(on: Queryable, mailId: number): Promise<LocalMail | null> {
  const rows = await on.query<LocalMail>(`SELECT ${columns} FROM local_mail WHERE mail_id = $1`, [mailId]);
  return rows[0] ?? null;
}
