/** Who carries a mail away. */
export type MailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each try of one mail, so that a receiver can tell a repeat. Without angle brackets. */
  readonly messageId: string;
};

export type MailRefusal = {
  readonly ok: false;
  readonly refusal: 'mail_refused' | 'transport_unavailable';
  readonly reason: string;
};

export interface MailTransport {
  /**
   * Hands one mail over.
   *
   * @returns `mail_refused` when trying again is useless, `transport_unavailable` when it is not
   */
  send(message: MailMessage): Promise<{ readonly ok: true } | MailRefusal>;
}
