import type { Chapter } from '../../chapter.ts';
import { ping } from './ping.ts';
import { healthCheck } from './health-check.ts';
import { authenticateUser } from './authenticate-user.ts';
import { webAuthenticateUser } from './web-authenticate-user.ts';
import { getCaptchaRequiredEndpoints } from './get-captcha-required-endpoints.ts';
import { reauthenticate } from './reauthenticate.ts';
import { logOut } from './log-out.ts';

export const signInChapter: Chapter = {
  id: 'sign-in',
  title: 'Sign-in and session',
  about: 'Exchanging a password or a key for a session token, and ending the session.',
  calls: [
    ping,
    healthCheck,
    authenticateUser,
    webAuthenticateUser,
    getCaptchaRequiredEndpoints,
    reauthenticate,
    logOut,
  ],
};
