import { useState } from 'react';
import { useLocation } from 'react-router';
import { selectPendingSignIn, signInDropped } from '../../app/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import { CredentialsPanel } from './credentials-panel.tsx';
import { SecondStep } from './second-step.tsx';
import { SlidingPanels } from './sliding-panels.tsx';
import { useEnter } from './use-enter.ts';

/** Username and password, then the second factor where one is on or required. */
export function SignInPage() {
  const dispatch = useAppDispatch();
  const enter = useEnter();
  const location = useLocation();
  const pending = useAppSelector(selectPendingSignIn);
  const [notice, setNotice] = useState(noticeOf(location.state));

  function drop(reason: string | null) {
    setNotice(reason);
    dispatch(signInDropped());
  }

  return (
    <SlidingPanels
      first={
        <CredentialsPanel
          isShown={pending === null}
          notice={notice}
          onSignedIn={enter}
          onAttempt={() => setNotice(null)}
        />
      }
      second={
        pending && <SecondStep pending={pending} onSignedIn={enter} onOver={drop} onBack={() => drop(null)} />
      }
    />
  );
}

/** Why another page led here, in words. */
function noticeOf(state: unknown): string | null {
  const notice = (state as { notice?: unknown } | null)?.notice;
  return typeof notice === 'string' ? notice : null;
}
