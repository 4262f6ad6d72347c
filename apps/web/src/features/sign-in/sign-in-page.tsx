import { useState } from 'react';
import { useLocation } from 'react-router';
import { selectPendingSignIn, signInDropped } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { CredentialsPanel } from './credentials-panel.tsx';
import { SecondStep } from './second-step.tsx';
import { SlidingPanels } from './sliding-panels.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

/** Username and password, then the second factor where one is on or required. */
export function SignInPage() {
  const dispatch = useAppDispatch();
  const enter = useCompleteSignIn();
  const location = useLocation();
  const pending = useAppSelector(selectPendingSignIn);
  const [notice, setNotice] = useState(readNotice(location.state));

  function drop(reason: SignInEnd | null) {
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

/** Reads why another page redirected here. */
function readNotice(state: unknown): SignInEnd | null {
  const notice = (state as { notice?: unknown } | null)?.notice;
  return notice === 'tooMany' || notice === 'over' ? notice : null;
}
