import { toFieldText } from '@salar/ui';
import type { TypedAmountProblem, UiTexts } from '@salar/ui';
import type { Translate } from '../i18n/translator.ts';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/** Returns the texts of the shared components, in the language on screen. */
export function useTranslatedUiTexts(): UiTexts {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => ({
      language,
      close: t('common.close'),
      loading: t('shell.loading'),
      showPassword: t('ui.showPassword'),
      hidePassword: t('ui.hidePassword'),
      copied: t('ui.copied'),
      copiedToClipboard: (item) => t('ui.copiedToClipboard', { item }),
      copyRefused: t('ui.copyRefused'),
      hidden: t('ui.hidden'),
      clear: t('ui.clear'),
      opensNewTab: t('ui.opensNewTab'),
      amountProblem: (problem) => describeAmountProblem(t, problem),
      notifications: t('ui.notifications'),
      announcedChange: ({ direction, size }) => {
        if (direction === 'flat') return t('ui.changeFlat', { size });
        return direction === 'up' ? t('ui.changeUp', { size }) : t('ui.changeDown', { size });
      },
      announcedNegative: (size) => t('ui.negative', { size }),
      noValue: t('ui.noValue'),
      carousel: t('ui.carousel'),
      slide: t('ui.slide'),
    }),
    [t, language],
  );
}

/** Explains why a typed text is not an amount. Both readings of an ambiguous one are shown without grouping. */
function describeAmountProblem(t: Translate, problem: TypedAmountProblem): string {
  switch (problem.kind) {
    case 'ambiguous':
      return t('ui.amount.ambiguous', {
        text: problem.text,
        grouped: toFieldText(problem.grouped),
        decimal: toFieldText(problem.decimal),
      });
    case 'tooPrecise':
      return problem.placesMax === 0
        ? t('ui.amount.noDecimals')
        : t('ui.amount.tooPrecise', { count: problem.placesMax });
    case 'tooLong':
      return t('ui.amount.tooLong', { digits: problem.digitsMax });
    case 'character':
      return t('ui.amount.character', { character: problem.character });
    case 'separators':
      return t('ui.amount.separators', { example: toFieldText('1234.50') });
    default:
      return t(`ui.amount.${problem.kind}`);
  }
}
