/** Sends mail over SMTP. */
import { accept } from '@salar/protocol';
import type { MailMessage, MailTransport } from '@salar/services/ports/mail-transport';
import { createTransport } from 'nodemailer';
import type { Transporter } from 'nodemailer';

const connectTimeoutMs = 10_000;
const socketTimeoutMs = 20_000;

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS), `smtps://...:465` (TLS from the start). */
  readonly url: string;
  /** Sender, such as `Salar <no-reply@salar.example>`. */
  readonly from: string;
  /** Only for our own listener on loopback: connects without TLS. */
  readonly isLoopback?: boolean;
};

export class SmtpTransport implements MailTransport {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(options: SmtpOptions) {
    const url = new URL(options.url);
    const isTlsFromStart = url.protocol === 'smtps:';
    this.#from = options.from;
    this.#transport = createTransport({
      host: url.hostname,
      port: Number(url.port === '' ? (isTlsFromStart ? 465 : 587) : url.port),
      secure: isTlsFromStart,
      ...(options.isLoopback === true ? { ignoreTLS: true } : { requireTLS: !isTlsFromStart }),
      ...(url.username === ''
        ? {}
        : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      pool: true,
      maxConnections: 2,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      tls: { minVersion: 'TLSv1.2' },
    });
  }

  async send(message: MailMessage): ReturnType<MailTransport['send']> {
    try {
      await this.#transport.sendMail({
        from: this.#from,
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        messageId: `<${message.messageId}>`,
      });
      return accept(null);
    } catch (error) {
      const refusal = isFinal(error) ? 'mail_refused' : 'transport_unavailable';
      return { ok: false, refusal, reason: describeError(error) };
    }
  }

  close(): void {
    this.#transport.close();
  }
}

/** A 5xx answer to the mail itself is final; anything else, such as a refused login, can be fixed by an operator. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
}

function describeError(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? 'unknown', responseCode].filter((part) => part !== undefined).join(' ');
}
