import { selectPrompt } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { CodeDialog } from './code-dialog.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { StayDialog } from './stay-dialog.tsx';

/** The prompts of a session that has ended, is about to end, or needs reauthentication or a code, above any page. */
export function SessionDialogs() {
  const prompt = useAppSelector(selectPrompt);
  return (
    <>
      <ReauthenticationDialog isOpen={prompt === 'reauthentication'} />
      <CodeDialog isOpen={prompt === 'code'} />
      <StayDialog isOpen={prompt === 'stay'} />
      <SignInAgainDialog isOpen={prompt === 'signIn'} />
    </>
  );
}
