/** The names of all texts, from the English files. */
import type apiKeys from '../features/api-keys/locales/en.json';
import type balances from '../features/balances/locales/en.json';
import type bankAccounts from '../features/bank-accounts/locales/en.json';
import type brazilForm from '../parts/brazil-form/locales/en.json';
import type confirmDestination from '../features/confirm-destination/locales/en.json';
import type confirmWithdraw from '../features/confirm-withdraw/locales/en.json';
import type destinations from '../parts/destinations/locales/en.json';
import type forgotPassword from '../features/forgot-password/locales/en.json';
import type marketHalt from '../parts/market-halt/locales/en.json';
import type refusals from '../parts/refusals/locales/en.json';
import type resetPassword from '../features/reset-password/locales/en.json';
import type secondFactor from '../parts/second-factor/locales/en.json';
import type security from '../features/security/locales/en.json';
import type sessionPrompts from '../features/session-prompts/locales/en.json';
import type settings from '../features/settings/locales/en.json';
import type signIn from '../features/sign-in/locales/en.json';
import type signUp from '../features/sign-up/locales/en.json';
import type sitePages from '../features/site-pages/locales/en.json';
import type swap from '../features/swap/locales/en.json';
import type tickets from '../parts/tickets/locales/en.json';
import type trade from '../features/trade/locales/en.json';
import type tradeReport from '../features/trade-report/locales/en.json';
import type transfers from '../features/transfers/locales/en.json';
import type freezeAccount from '../features/freeze-account/locales/en.json';
import type unlockAccount from '../features/unlock-account/locales/en.json';
import type verification from '../features/verification/locales/en.json';
import type verifyEmail from '../features/verify-email/locales/en.json';
import type shell from './locales/en.json';

type FeatureTexts = {
  'api-keys': typeof apiKeys;
  balances: typeof balances;
  'bank-accounts': typeof bankAccounts;
  'brazil-form': typeof brazilForm;
  'confirm-destination': typeof confirmDestination;
  'confirm-withdraw': typeof confirmWithdraw;
  destinations: typeof destinations;
  'forgot-password': typeof forgotPassword;
  'market-halt': typeof marketHalt;
  refusals: typeof refusals;
  'reset-password': typeof resetPassword;
  'second-factor': typeof secondFactor;
  security: typeof security;
  'session-prompts': typeof sessionPrompts;
  settings: typeof settings;
  'sign-in': typeof signIn;
  'sign-up': typeof signUp;
  'site-pages': typeof sitePages;
  swap: typeof swap;
  tickets: typeof tickets;
  trade: typeof trade;
  'trade-report': typeof tradeReport;
  transfers: typeof transfers;
  'freeze-account': typeof freezeAccount;
  'unlock-account': typeof unlockAccount;
  verification: typeof verification;
  'verify-email': typeof verifyEmail;
};

export type Feature = keyof FeatureTexts;
type Texts = typeof shell & FeatureTexts;

/** The dotted name of a text, without the suffix of its plural form. */
export type TextKey = KeyOf<Texts>;
type KeyOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutForm<Key> : `${Key}.${KeyOf<Tree[Key]>}`;
}[keyof Tree & string];
type WithoutForm<Key> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key;
