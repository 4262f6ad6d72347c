import { useLogOutMutation } from '../api/calls/log-out.ts';
import { signInPath } from './addresses.ts';
import { signedOut } from '../session/session-slice.ts';
import { useAppDispatch } from '../store/store.ts';

/** Ends the session here and on the server, then loads the app afresh. */
export function useLogOut(): () => Promise<void> {
  const dispatch = useAppDispatch();
  const [logOut] = useLogOutMutation();
  return async () => {
    // The customer leaves whether or not the server could be told; an unreachable session dies of age.
    await logOut();
    dispatch(signedOut('customer'));
    window.location.assign(signInPath);
  };
}
