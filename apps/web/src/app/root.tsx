import { ProgressBar, Toaster, UiProvider, fetchSoon, notify } from '@salar/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import { ariaLocales } from '../i18n/languages.ts';
import { loadRefusals } from '../i18n/refusals.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { followOverlays } from './overlay-history.ts';
import type { OverlayHistory } from './overlay-history.ts';
import { SessionQuestions } from './session-questions.tsx';
import { endAcknowledged, selectSessionEnd } from './session-slice.ts';
import { useAppDispatch, useAppSelector } from './store.ts';
import { useTranslatedUiTexts } from './use-ui-texts-translated.ts';

fetchSoon(loadRefusals);

/** Around every page: the language, the router for links, toasts and the bar that says a page is on its way. */
export function Root() {
  const navigate = useNavigate();
  const { language } = useLanguage();
  const texts = useTranslatedUiTexts();
  useOverlaysCloseOnBack();
  return (
    <UiProvider locale={ariaLocales[language]} texts={texts} navigate={(path) => void navigate(path)}>
      <RouteProgress />
      <Outlet />
      <SessionQuestions />
      <SessionEndNotice />
      <Toaster />
      <ScrollRestoration />
    </UiProvider>
  );
}

/** Back closes what is open above the page (`overlay-history.ts`). */
function useOverlaysCloseOnBack() {
  const location = useLocation();
  const isOnItsWay = useNavigation().state !== 'idle';
  const follower = useRef<OverlayHistory | null>(null);
  useEffect(() => {
    const started = followOverlays();
    follower.current = started;
    return () => started.stop();
  }, []);
  useEffect(() => follower.current?.pageChanged(isOnItsWay), [location, isOnItsWay]);
}

/** The previous page stays until the next one's code has arrived. */
function RouteProgress() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar label={t('shell.loadingPage')} />;
}

/** Says once that the server ended the session. */
function SessionEndNotice() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const endedBy = useAppSelector(selectSessionEnd);
  useEffect(() => {
    if (endedBy === null) return;
    if (endedBy === 'server') notify.info(t('shell.sessionEnded'));
    dispatch(endAcknowledged());
  }, [endedBy, dispatch, t]);
  return null;
}
