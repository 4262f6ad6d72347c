import { selectAsksFor } from '../../app/session-slice.ts';
import { useAppSelector } from '../../app/store.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

/** What a session that is dead or old asks the customer, above whatever page they are on. */
export function SessionDialogs() {
  const asksFor = useAppSelector(selectAsksFor);
  return (
    <>
      <ProofDialog isOpen={asksFor === 'proof'} />
      <SignInAgainDialog isOpen={asksFor === 'signIn'} />
    </>
  );
}
