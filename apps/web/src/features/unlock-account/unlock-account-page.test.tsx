import { useFakeExchange } from '../../api/testing/render-page.tsx';
import { testLinkPage } from '../../lib/testing/test-link-page.tsx';
import { UnlockAccountPage } from './unlock-account-page.tsx';

useFakeExchange();

testLinkPage({
  Page: UnlockAccountPage,
  path: '/unlock-account',
  call: 'UnlockAccount',
  button: 'Unlock account',
  done: 'Account unlocked',
  refused: /Choose a new password to unlock your account/,
  next: { name: 'Go to sign in', href: '/signin' },
});
