import type { Chapter } from '../../chapter.ts';
import { registerUser } from './register-user.ts';
import { confirmUserEmail } from './confirm-user-email.ts';
import { resendVerificationEmail } from './resend-verification-email.ts';
import { resetPassword } from './reset-password.ts';
import { validateCode } from './validate-code.ts';
import { resetPassword2 } from './reset-password-2.ts';
import { freezeAccount } from './freeze-account.ts';
import { unlockAccount } from './unlock-account.ts';

export const registrationChapter: Chapter = {
  id: 'registration',
  title: 'Registration and passwords',
  about: 'From registration to a verified e-mail address, and the reset of a forgotten password.',
  calls: [
    registerUser,
    confirmUserEmail,
    resendVerificationEmail,
    resetPassword,
    validateCode,
    resetPassword2,
    unlockAccount,
    freezeAccount,
  ],
};
