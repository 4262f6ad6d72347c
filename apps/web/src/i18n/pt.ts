/** Every text in one bundle: the shell's and each feature's under the feature's name. */
import balances from '../features/balances/locales/pt.json';
import bankAccounts from '../features/bank-accounts/locales/pt.json';
import confirmDestination from '../features/confirm-destination/locales/pt.json';
import confirmWithdraw from '../features/confirm-withdraw/locales/pt.json';
import destinations from '../features/destinations/locales/pt.json';
import forgotPassword from '../features/forgot-password/locales/pt.json';
import ramping from '../features/ramping/locales/pt.json';
import resetPassword from '../features/reset-password/locales/pt.json';
import settings from '../features/settings/locales/pt.json';
import signIn from '../features/sign-in/locales/pt.json';
import signUp from '../features/sign-up/locales/pt.json';
import swap from '../features/swap/locales/pt.json';
import tradeReport from '../features/trade-report/locales/pt.json';
import validateCode from '../features/validate-code/locales/pt.json';
import verification from '../features/verification/locales/pt.json';
import verifyEmail from '../features/verify-email/locales/pt.json';
import shell from './locales/pt.json';

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
