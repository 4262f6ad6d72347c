import { ProgressBar, Toaster, UiProvider, fetchSoon, notify, openOverlays } from '@salar/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import { ariaLocales } from '../i18n/languages.ts';
import { loadRefusals } from '../i18n/refusals.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { OverlayHistory } from './overlay-history.ts';
import { SessionPrompts } from './session-prompts.tsx';
import { endAcknowledged, selectSessionEnd } from '../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/store.ts';
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
      <SessionPrompts />
      <SessionEndNotice />
      <Toaster />
      <ScrollRestoration />
    </UiProvider>
  );
}

/**
 * Back closes what is open above the page (`overlay-history.ts`). Its code is fetched at the first press, or after the
 * page; an entry that an overlay left before a reload is taken back at once.
 */
function useOverlaysCloseOnBack() {
  const location = useLocation();
  const isOnItsWay = useNavigation().state !== 'idle';
  const follower = useRef<OverlayHistory | null>(null);
  useEffect(() => {
    let isStopped = false;
    const follow = async () => {
      const { followOverlays } = await import('./overlay-history.ts');
      if (!isStopped) follower.current ??= followOverlays();
    };
    const followQuietly = () => void follow().catch(() => undefined);
    const unsubscribe = openOverlays.subscribe(followQuietly);
    // A press may open something: its code and this one are fetched at the same time.
    window.addEventListener('pointerdown', followQuietly, { once: true, passive: true });
    if (hasLeftoverEntry()) followQuietly();
    else fetchSoon(follow);
    return () => {
      isStopped = true;
      unsubscribe();
      window.removeEventListener('pointerdown', followQuietly);
      follower.current?.stop();
      follower.current = null;
    };
  }, []);
  useEffect(() => follower.current?.pageChanged(isOnItsWay), [location, isOnItsWay]);
}

function hasLeftoverEntry(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'overlays' in state;
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
