import { Logo, formatDateTime, usePrinting } from '@salar/ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { selectUser } from '../session/session-slice.ts';
import { useAppSelector } from '../store/store.ts';
import { useLanguage } from '../i18n/use-language.ts';

export type PrintHeadProps = {
  readonly title: string;
  /** The period of the figures: "From 1 Jan 2026 to 31 Jan 2026". Omitted for figures as of the time of printing. */
  readonly period?: string | undefined;
};

/** The header of a printed page: the customer, the period and the time of printing. Not rendered on screen. */
export function PrintHead({ title, period }: PrintHeadProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const user = useAppSelector(selectUser);
  if (!usePrinting()) return null;
  return (
    <div className="flex flex-col gap-1 border-b border-line-strong pb-4">
      <Logo />
      <p className="pt-2 text-title">{title}</p>
      <p>{t('shell.print.account', { userName: user?.userName ?? '', email: user?.email ?? '' })}</p>
      {period === undefined ? null : <p>{period}</p>}
      <p>{t('shell.print.printed', { date: formatDateTime(Date.now(), language, 'full') })}</p>
    </div>
  );
}
