import { useFakeExchange } from '../../api/testing/render-page.tsx';
import { testLinkPage } from '../../lib/testing/test-link-page.tsx';
import { FreezeAccountPage } from './freeze-account-page.tsx';

useFakeExchange();

testLinkPage({
  Page: FreezeAccountPage,
  path: '/freeze-account',
  call: 'FreezeAccount',
  button: 'Freeze my account',
  done: 'Account frozen',
  refused: /Choose a new password, which also ends all sessions/,
  next: { name: 'Choose a new password', href: '/forgot-password' },
});
