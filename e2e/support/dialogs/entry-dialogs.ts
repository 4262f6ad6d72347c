/** States before signing in: messages of the forms, and the pages after them. */
import type { Page } from '@playwright/test';
import { createEnrolment } from '@salar/services/second-factor/totp';
import { registerOnly } from '../customers.ts';
import { signInAs } from '../screen-actions.ts';
import { mockAnswer, dialogIn, mockFailure, mockLimit } from './dialog-state.ts';
import type { DialogState } from './dialog-state.ts';

const link = 'verifycode=x&UserId=1';
const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const someone = { userName: 'nobody.here', password: 'whatever-1' };

async function fillSignUp(page: Page, userName: string): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('E-mail').fill(`${userName}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('Cielo-y-sal-7');
  await page.getByLabel('Repeat password').fill('Cielo-y-sal-7');
  await page.getByRole('checkbox', { name: /terms/ }).press('Space');
  await page.getByRole('checkbox', { name: /privacy/ }).press('Space');
}

/** The response for a code that is still valid. */
const mailedReview = {
  State: 'Open',
  Product: 'ETH',
  Amount: 0.5,
  Fee: 0.002,
  Net: 0.498,
  Network: 'Ethereum (local)',
  TemplateType: 'ToExternalEthereumAddress',
  Address: '0x52908400098527886E0F7030069857D2E4169EE7',
  BankFields: [],
};

/**
 * The page of a mailed link, after its button was pressed, or with an incomplete link.
 *
 * @param review  the call that reads the object of the code, where the page has one
 */
function behindLink(
  path: string,
  call: string,
  button: string,
  done: string,
  review: string | null = null,
): readonly DialogState[] {
  const press = async (page: Page) => {
    if (review !== null) {
      await mockAnswer(page, review, mailedReview);
      await page.goto(`${new URL(page.url()).origin}${path}?${link}`);
    }
    await page.getByRole('button', { name: button }).click();
  };
  const page = path.slice(1);
  return [
    {
      name: `${page}, done`,
      path: `${path}?${link}`,
      who: null,
      open: async (there) => {
        await mockAnswer(there, call, accepted);
        await press(there);
        await there.getByText(done).waitFor();
      },
    },
    {
      name: `${page}, refused`,
      path: `${path}?${link}`,
      who: null,
      open: async (there) => {
        await press(there);
        await there.getByRole('alert').waitFor();
      },
    },
    {
      name: `${page}, outcome unknown`,
      path: `${path}?${link}`,
      who: null,
      open: async (there) => {
        await mockFailure(there, call);
        await press(there);
        await there.getByText(/We do not know yet whether/).waitFor();
      },
    },
    {
      name: `${page}, too many attempts`,
      path: `${path}?${link}`,
      who: null,
      open: async (there) => {
        await mockLimit(there, call, 429);
        await press(there);
        await there.getByText('Too many attempts. Try again in 40 seconds.').waitFor();
      },
    },
    {
      name: `${page}, an incomplete link`,
      path,
      who: null,
      open: async (there) => there.getByText(/This link is incomplete|Nothing to confirm here/).waitFor(),
    },
  ];
}

export const entryDialogs: readonly DialogState[] = [
  {
    name: 'a wrong password',
    path: '/signin',
    who: null,
    open: async (page) => {
      await signInAs(page, someone);
      await page.getByText('Username or password is incorrect').waitFor();
    },
  },
  {
    name: 'a sign-in while the exchange is busy',
    path: '/signin',
    who: null,
    open: async (page) => {
      await mockLimit(page, 'AuthenticateUser', 503);
      await signInAs(page, someone);
      await page.getByText('Try again in 40 seconds.').waitFor();
    },
  },
  {
    name: 'a locked account',
    path: '/signin',
    who: null,
    open: async (page) => {
      await mockAnswer(page, 'AuthenticateUser', { Authenticated: false, Locked: true });
      await signInAs(page, someone);
      await page.getByRole('alert').getByText('Account locked').waitFor();
    },
  },
  {
    name: 'too many tries',
    path: '/signin',
    who: null,
    open: async (page) => {
      const errormsg = 'Too many attempts. Try again in 90 seconds.';
      await mockAnswer(page, 'AuthenticateUser', { Authenticated: false, Locked: false, errormsg });
      await signInAs(page, someone);
      await page.getByRole('button', { name: /^Try again in/ }).waitFor();
    },
  },
  {
    name: 'the question about an e-mail as user name',
    path: '/signin',
    who: null,
    of: 'features/sign-in/credentials-panel.tsx',
    open: async (page) => {
      await signInAs(page, { userName: 'maria@example.test', password: 'whatever-1' });
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a wrong code at sign-in',
    path: '/signin',
    who: null,
    open: async (page, { careful }) => {
      await signInAs(page, careful);
      await page.getByRole('heading', { name: 'Two-factor code' }).waitFor();
      await page.getByLabel('6-digit code').fill('000000');
      await page.getByText('Invalid 2FA code. Please try again.').waitFor();
    },
  },
  {
    name: 'a second factor that is required',
    path: '/signin',
    who: null,
    open: async (page) => {
      const Pending2FaToken = 'pending';
      await mockAnswer(page, 'AuthenticateUser', {
        Authenticated: true,
        EnforceEnable2FA: true,
        Pending2FaToken,
      });
      const { qrPng, manualCode } = await createEnrolment(Buffer.alloc(20, 'secret'), someone.userName);
      await mockAnswer(page, 'EnableGoogle2FA', { ManualCode: manualCode, GoogleQRCode: qrPng });
      await signInAs(page, someone);
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  {
    name: 'a link that confirmed the e-mail, above the sign-in form',
    path: `/login?${link}`,
    who: null,
    of: 'features/verify-email/confirm-email-modals.tsx',
    prepare: async (page) => mockAnswer(page, 'ConfirmUserEmail', accepted),
    open: async (page) => dialogIn(page, 'E-mail verified').waitFor(),
  },
  {
    name: 'a link that did not confirm the e-mail, above the sign-in form',
    path: `/login?${link}`,
    who: null,
    open: async (page) => dialogIn(page, 'E-mail not verified').waitFor(),
  },
  {
    name: 'what sign-up lacks',
    path: '/signup',
    who: null,
    open: async (page) => {
      await page.getByLabel('Username').fill('a');
      await page.getByLabel('E-mail').fill('maria');
      await page.getByLabel('Password', { exact: true }).fill('abc');
      await page.getByLabel('Repeat password').fill('abcd');
      await page.getByRole('checkbox', { name: /terms/ }).press('Space');
      await page.getByText('Enter a valid e-mail address.').waitFor();
    },
  },
  {
    name: 'a user name that is taken',
    path: '/signup',
    who: null,
    open: async (page) => {
      await fillSignUp(page, 'demo');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page
        .getByText(/already/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'after sign-up',
    path: '/signup',
    who: null,
    open: async (page) => {
      await fillSignUp(page, `looks${Date.now()}`);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    },
  },
  {
    name: 'an e-mail that was confirmed',
    path: `/verify-email?${link}`,
    who: null,
    prepare: async (page) => mockAnswer(page, 'ConfirmUserEmail', accepted),
    open: async (page) => page.getByText('Your email has been verified successfully').waitFor(),
  },
  {
    name: 'another verification mail',
    path: '/verify-email',
    who: null,
    of: 'features/verify-email/resend-form.tsx',
    open: async (page) => {
      const { email } = await registerOnly(new URL(page.url()).origin, `again${Date.now()}`);
      await page.getByLabel('Your e-mail address').fill(email);
      await page.getByRole('button', { name: 'Resend verification e-mail' }).click();
      await dialogIn(page, 'Verification e-mail sent').waitFor();
    },
  },
  {
    name: 'a link for a new password was mailed',
    path: '/forgot-password',
    who: null,
    of: 'features/forgot-password/forgot-password-page.tsx',
    open: async (page) => {
      await page.getByLabel('Username').fill('maria');
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a link for a new password could not be mailed',
    path: '/forgot-password',
    who: null,
    open: async (page) => {
      await mockFailure(page, 'ResetPassword');
      await page.getByLabel('Username').fill('maria');
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'two new passwords that differ',
    path: `/reset-password?${link}`,
    who: null,
    open: async (page) => {
      await chooseNewPassword(page, 'Otra-sal-7!');
      await page.getByText('The passwords do not match.').waitFor();
    },
  },
  {
    name: 'a link for a new password that does not work',
    path: `/reset-password?${link}`,
    who: null,
    open: async (page) => {
      await chooseNewPassword(page, 'Otra-sal-7');
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    },
  },
  {
    name: 'a password that was changed',
    path: `/reset-password?${link}`,
    who: null,
    open: async (page) => {
      await mockAnswer(page, 'ResetPassword2', accepted);
      await chooseNewPassword(page, 'Otra-sal-7');
      await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    },
  },
  ...behindLink(
    '/confirm-withdraw',
    'ConfirmWithdraw',
    'Confirm withdrawal',
    'Withdrawal confirmed',
    'GetWithdrawConfirmation',
  ),
  ...behindLink(
    '/confirm-destination',
    'ConfirmWithdrawInfo',
    'Confirm destination',
    'Destination confirmed',
    'GetWithdrawInfoConfirmation',
  ),
  ...behindLink('/unlock-account', 'UnlockAccount', 'Unlock account', 'Account unlocked'),
  ...behindLink('/freeze-account', 'FreezeAccount', 'Freeze my account', 'Account frozen'),
];

async function chooseNewPassword(page: Page, repeated: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill('Otra-sal-7');
  await page.getByLabel('Repeat the new password').fill(repeated);
  await page.getByRole('button', { name: 'Change password' }).click();
}
