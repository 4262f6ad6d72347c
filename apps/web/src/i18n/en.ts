/** Every text in one bundle: the shell's and each feature's under the feature's name. */
import balances from '../features/balances/locales/en.json';
import bankAccounts from '../features/bank-accounts/locales/en.json';
import confirmDestination from '../features/confirm-destination/locales/en.json';
import confirmWithdraw from '../features/confirm-withdraw/locales/en.json';
import destinations from '../features/destinations/locales/en.json';
import forgotPassword from '../features/forgot-password/locales/en.json';
import ramping from '../features/ramping/locales/en.json';
import resetPassword from '../features/reset-password/locales/en.json';
import settings from '../features/settings/locales/en.json';
import signIn from '../features/sign-in/locales/en.json';
import signUp from '../features/sign-up/locales/en.json';
import swap from '../features/swap/locales/en.json';
import tradeReport from '../features/trade-report/locales/en.json';
import validateCode from '../features/validate-code/locales/en.json';
import verification from '../features/verification/locales/en.json';
import verifyEmail from '../features/verify-email/locales/en.json';
import shell from './locales/en.json';

export const texts = {
  ...shell,
  balances,
  'bank-accounts': bankAccounts,
  'confirm-destination': confirmDestination,
  'confirm-withdraw': confirmWithdraw,
  destinations,
  'forgot-password': forgotPassword,
  ramping,
  'reset-password': resetPassword,
  settings,
  'sign-in': signIn,
  'sign-up': signUp,
  swap,
  'trade-report': tradeReport,
  'validate-code': validateCode,
  verification,
  'verify-email': verifyEmail,
};
