import { notify } from '@salar/ui';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { signedIn } from '../../session/session-slice.ts';
import { useAppDispatch } from '../../store/store.ts';
import { adoptPreferences } from './adopt-preferences.ts';

export type NewSession = { readonly userId: number; readonly sessionToken: string };

/** Stores the session and confirms it with a toast. The router leads on once a session exists. */
export function useCompleteSignIn(): (session: NewSession) => void {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return useCallback(
    (session) => {
      notify.success(t('success.loginSuccessful'));
      dispatch(signedIn(session));
      void dispatch(adoptPreferences(session.userId));
    },
    [dispatch, t],
  );
}
