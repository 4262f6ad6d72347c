/** Delivers mails. */
export type MailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stays the same for every attempt of one mail, so that a receiver can detect repeats. Without angle brackets. */
  readonly messageId: string;
};

type MailRefusal = {
  readonly ok: false;
  readonly refusal: 'mail_refused' | 'transport_unavailable';
  readonly reason: string;
};

export interface MailTransport {
  /**
   * Sends one mail.
   *
   * @returns `mail_refused` when a retry is useless, `transport_unavailable` otherwise
   */
  send(message: MailMessage): Promise<{ readonly ok: true } | MailRefusal>;
}
