import { selectPrompt } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { StayDialog } from './stay-dialog.tsx';

/** What a session that is dead, dying or old asks the customer, above whatever page they are on. */
export function SessionDialogs() {
  const prompt = useAppSelector(selectPrompt);
  return (
    <>
      <ReauthenticationDialog isOpen={prompt === 'reauthentication'} />
      <StayDialog isOpen={prompt === 'stay'} />
      <SignInAgainDialog isOpen={prompt === 'signIn'} />
    </>
  );
}
