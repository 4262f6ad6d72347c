/** The texts of mails about actions in an account, in each language. */
import type { NoticeAction, NoticeCredential } from '../ports/notifier.ts';
import type { Language } from './languages.ts';
import * as english from './texts/english.ts';
import * as portuguese from './texts/portuguese.ts';
import * as spanish from './texts/spanish.ts';

type NoticeText = { readonly title: string; readonly body: string };
export type NoticeTexts = {
  readonly button: string;
  readonly note: string;
  readonly labels: {
    readonly object: string;
    readonly apiKey: string;
    readonly time: string;
    readonly ip: string;
    readonly device: string;
    readonly credentials: Readonly<Record<NoticeCredential['state'], string>>;
  };
  readonly notices: Readonly<Record<NoticeAction, NoticeText>>;
};

export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  en: english.notices,
  es: spanish.notices,
  pt: portuguese.notices,
};
