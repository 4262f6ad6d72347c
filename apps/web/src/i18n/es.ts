/** Every text in one bundle: the shell's and each feature's under the feature's name. */
import balances from '../features/balances/locales/es.json';
import bankAccounts from '../features/bank-accounts/locales/es.json';
import confirmDestination from '../features/confirm-destination/locales/es.json';
import confirmWithdraw from '../features/confirm-withdraw/locales/es.json';
import destinations from '../features/destinations/locales/es.json';
import forgotPassword from '../features/forgot-password/locales/es.json';
import ramping from '../features/ramping/locales/es.json';
import resetPassword from '../features/reset-password/locales/es.json';
import settings from '../features/settings/locales/es.json';
import signIn from '../features/sign-in/locales/es.json';
import signUp from '../features/sign-up/locales/es.json';
import swap from '../features/swap/locales/es.json';
import tradeReport from '../features/trade-report/locales/es.json';
import validateCode from '../features/validate-code/locales/es.json';
import verification from '../features/verification/locales/es.json';
import verifyEmail from '../features/verify-email/locales/es.json';
import shell from './locales/es.json';

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
