import { ProgressBar, Toaster, UiProvider, fetchSoon, notify, openOverlays } from '@salar/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
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

/** Surrounds every page: the language, the router for links, toasts, and the progress bar of a navigation. */
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
 * Back closes the top overlay (`overlay-history.ts`). Its code is loaded at the first press, or after the page; with
 * an entry that an overlay left before a reload, at once, so that Back skips it.
 */
function useOverlaysCloseOnBack() {
  const location = useLocation();
  const follower = useRef<OverlayHistory | null>(null);
  useEffect(() => {
    let isStopped = false;
    const follow = async () => {
      const { followOverlays } = await import('./overlay-history.ts');
      if (!isStopped) follower.current ??= followOverlays();
    };
    const followQuietly = () => void follow().catch(() => undefined);
    const unsubscribe = openOverlays.subscribe(followQuietly);
    // A press may open an overlay: its code and this one load at the same time.
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
  useEffect(() => follower.current?.pageChanged(), [location]);
}

function hasLeftoverEntry(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'overlays' in state;
}

/** The previous page stays until the next one's code has loaded. */
function RouteProgress() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar label={t('shell.loadingPage')} />;
}

/** Notifies the customer once that the server ended the session. */
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
