import type { ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { UiTextsProvider } from './ui-texts.tsx';
import type { UiTexts } from './ui-texts.tsx';

export type UiProviderProps = {
  /** A regional tag: `en-US`, `es-ES`, `pt-BR`. */
  readonly locale: string;
  readonly texts: UiTexts;
  /** Navigates to a path of the app without a reload. */
  readonly navigate: (path: string) => void;
  readonly children: ReactNode;
};

/** Provides the context of every component: the locale, the texts and the navigation. */
export function UiProvider({ locale, texts, navigate, children }: UiProviderProps) {
  return (
    <I18nProvider locale={locale}>
      <RouterProvider navigate={navigate}>
        <UiTextsProvider texts={texts}>{children}</UiTextsProvider>
      </RouterProvider>
    </I18nProvider>
  );
}
