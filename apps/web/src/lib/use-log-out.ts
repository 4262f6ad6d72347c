import { useLogOutMutation } from '../api/calls/sign-in/log-out.ts';
import { signInPath } from './navigation/addresses.ts';
import { signedOut } from '../session/session-slice.ts';
import { useAppDispatch } from '../store/store.ts';

/** Ends the session here and on the server, then reloads the app. */
export function useLogOut(): () => Promise<void> {
  const dispatch = useAppDispatch();
  const [logOut] = useLogOutMutation();
  return async () => {
    // The customer is signed out even when the server is unreachable; the session then expires on its own.
    await logOut();
    dispatch(signedOut('customer'));
    window.location.assign(signInPath);
  };
}
