import { Button, Dialog, InlineNotice } from '@salar/ui';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { getUserInfo } from '../../api/calls/accounts/get-user-info.ts';
import { getSessionTimeLeft, warnsBeforeMs } from '../../api/session-end.ts';
import { selectUserId, sessionLost } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import { useLogOut } from '../../lib/use-log-out.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

/** The session is about to end: the customer stays or logs out. Activity in another tab counts for this one. */
export function StayDialog({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const { stay, signInAgain, isStaying, problem } = useStay(isOpen);
  const secondsLeft = useSecondsLeft(isOpen, signInAgain);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => undefined}
      title={t('session-prompts.stay.title', { count: secondsLeft })}
      size="sm"
      role="alertdialog"
      isDismissable={false}
      hasCloseButton={false}
      footer={
        <>
          <Button variant="quiet" onPress={() => void logOut()}>
            {t('session-prompts.stay.logOut')}
          </Button>
          <Button
            autoFocus
            isLoading={isStaying}
            loadingText={t('session-prompts.stay.staying')}
            onPress={() => void stay()}
          >
            {t('session-prompts.stay.stay')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t('session-prompts.stay.body')}</p>
      <p aria-live="polite" className="sr-only">
        {isAnnouncedAt(secondsLeft) ? t('session-prompts.stay.title', { count: secondsLeft }) : null}
      </p>
      {problem === null ? null : (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      )}
    </Dialog>
  );
}

/** Announcing each second would leave a screen reader no pause. */
function isAnnouncedAt(seconds: number): boolean {
  return seconds === 30 || seconds === 10;
}

/** Counts from the server's end of the session, however late the browser runs the timer. */
function useSecondsLeft(isCounting: boolean, whenOver: () => void): number {
  const [seconds, setSeconds] = useState(warnsBeforeMs / 1000);
  useEffect(() => {
    if (!isCounting) return undefined;
    const count = () => {
      const left = Math.ceil(Math.min(getSessionTimeLeft(), warnsBeforeMs) / 1000);
      setSeconds(left);
      if (left === 0) whenOver();
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [isCounting, whenOver]);
  return seconds;
}

function useStay(isOpen: boolean) {
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const userId = useAppSelector(selectUserId);
  const [isStaying, setStaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (isOpen) setProblem(null);
  }, [isOpen]);

  const ask = useCallback(
    () => dispatch(getUserInfo.initiate({ userId: userId ?? 0 }, { forceRefetch: true, subscribe: false })),
    [dispatch, userId],
  );

  /** A request made now waits until the customer has signed in, and its answer has the length of the new session. */
  const signInAgain = useCallback(() => {
    dispatch(sessionLost());
    void ask();
  }, [dispatch, ask]);

  /** Any call extends an idle session. One that has reached its maximum age ends in any case. */
  async function stay(): Promise<void> {
    setStaying(true);
    const { error } = await ask();
    setStaying(false);
    setProblem(error ? failureText(error) : null);
    if (!error && getSessionTimeLeft() <= warnsBeforeMs) signInAgain();
  }

  return { stay, signInAgain, isStaying, problem };
}
