import { ColoursIcon, LanguageIcon, LogOutIcon, SettingsIcon, ThemeIcon } from '@salar/ui';
import type { MenuItem } from '@salar/ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { languageNames, getNextLanguage } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useLogOut } from '../lib/use-log-out.ts';
import { useSaveLanguage } from './use-save-language.ts';
import { chooseColours, chooseTheme, colourChoices, themes, useColours, useTheme } from '../lib/theme.ts';

/** Returns the items of the user menu, for the popover and for the sheet. */
export function useAccountMenu(): readonly MenuItem[] {
  const { t } = useTranslation();
  const { language, change } = useLanguage();
  const saveLanguage = useSaveLanguage();
  const logOut = useLogOut();
  const theme = useTheme();
  const colours = useColours();

  function cycleLanguage() {
    const next = getNextLanguage(language);
    change(next);
    saveLanguage(next);
  }

  return [
    { id: 'settings', label: t('shell.menu.settings'), icon: <SettingsIcon />, href: '/settings/profile' },
    {
      id: 'language',
      label: t('shell.menu.language'),
      icon: <LanguageIcon />,
      detail: languageNames[language],
      onAction: cycleLanguage,
      keepsOpen: true,
    },
    {
      id: 'theme',
      label: t('shell.menu.theme'),
      icon: <ThemeIcon />,
      detail: t(`shell.menu.themes.${theme}`),
      onAction: () => chooseTheme(findNext(themes, theme)),
      keepsOpen: true,
    },
    {
      id: 'colours',
      label: t('shell.menu.colours'),
      icon: <ColoursIcon />,
      detail: t(`shell.menu.colourChoices.${colours}`),
      onAction: () => chooseColours(findNext(colourChoices, colours)),
      keepsOpen: true,
    },
    { id: 'logOut', label: t('shell.menu.logOut'), icon: <LogOutIcon />, onAction: () => void logOut() },
  ];
}

function findNext<T>(choices: readonly T[], choice: T): T {
  return choices[(choices.indexOf(choice) + 1) % choices.length] ?? choice;
}
