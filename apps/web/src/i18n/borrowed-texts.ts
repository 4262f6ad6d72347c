/** Features whose pages also speak with the words of another feature. The build reads it for what it fetches ahead. */
export const borrowedTexts = {
  balances: ['tickets'],
  'bank-accounts': ['destinations'],
  'confirm-destination': ['destinations'],
  'confirm-withdraw': ['destinations'],
  ramping: ['destinations', 'tickets'],
  'reset-password': ['sign-up'],
  security: ['second-factor'],
  'session-questions': ['second-factor'],
  'sign-in': ['second-factor'],
  verification: ['brazil-form'],
} as const;
