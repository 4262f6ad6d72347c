/** The texts of our mails, in each language. Second person, no exclamation marks, no jokes about money. */
import type { Language } from './languages.ts';
import * as english from './texts/english.ts';
import * as portuguese from './texts/portuguese.ts';
import * as spanish from './texts/spanish.ts';

export type MailTexts = {
  readonly tagline: string;
  readonly linkHint: string;
  readonly footer: string;
  /** Printed before the support address. */
  readonly support: string;
  /** The link that freezes the account. */
  readonly freeze: { readonly label: string; readonly body: string };
  readonly verifyEmail: {
    readonly subject: string;
    readonly title: string;
    readonly body: string;
    readonly button: string;
    readonly note: string;
  };
  readonly resetPassword: MailTexts['verifyEmail'];
  readonly confirmWithdrawal: MailTexts['verifyEmail'] & {
    readonly freeze: string;
    readonly labels: {
      readonly amount: string;
      readonly fee: string;
      readonly net: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
    };
  };
  readonly confirmDestination: MailTexts['verifyEmail'] & {
    readonly freeze: string;
    readonly labels: {
      readonly product: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
    };
  };
  readonly withdrawalDelayed: MailTexts['verifyEmail'] & {
    readonly labels: {
      readonly amount: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
      readonly until: string;
    };
  };
  readonly depositHeld: MailTexts['verifyEmail'] & {
    readonly labels: {
      readonly amount: string;
      readonly network: string;
      readonly address: string;
      readonly time: string;
    };
  };
  readonly accountLocked: MailTexts['verifyEmail'];
};

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: english.mail,
  es: spanish.mail,
  pt: portuguese.mail,
};
