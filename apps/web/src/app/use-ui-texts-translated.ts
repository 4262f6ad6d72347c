import type { UiTexts } from '@salar/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The words of the shared components, in the language on screen. */
export function useTranslatedUiTexts(): UiTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
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
      amountFormat: t('ui.amountFormat'),
      amountTooPrecise: (places) => t('ui.amountTooPrecise', { places }),
      notifications: t('ui.notifications'),
      spokenChange: ({ direction, size }) => {
        if (direction === 'flat') return t('ui.changeFlat', { size });
        return direction === 'up' ? t('ui.changeUp', { size }) : t('ui.changeDown', { size });
      },
      spokenNegative: (size) => t('ui.negative', { size }),
      noValue: t('ui.noValue'),
      carousel: t('ui.carousel'),
      slide: t('ui.slide'),
    }),
    [t],
  );
}
