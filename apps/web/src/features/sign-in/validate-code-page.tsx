import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { selectPendingSignIn, signInDropped } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { SecondStep } from './second-step.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

/** The second step of a sign-in at its own URL. Without a pending sign-in it leads back to the first. */
export function ValidateCodePage() {
  const dispatch = useAppDispatch();
  const enter = useCompleteSignIn();
  const { search } = useLocation();
  const pending = useAppSelector(selectPendingSignIn);
  const [notice, setNotice] = useState<SignInEnd | null>(null);

  function drop(reason: SignInEnd | null) {
    setNotice(reason);
    dispatch(signInDropped());
  }

  if (pending === null) return <Navigate to={`/signin${search}`} state={{ notice }} replace />;
  return <SecondStep pending={pending} onSignedIn={enter} onOver={drop} onBack={() => drop(null)} />;
}
