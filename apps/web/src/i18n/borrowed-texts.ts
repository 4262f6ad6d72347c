/** Features and parts that also use translations of another one. The build fetches them together with the page's own. */
export const borrowedTexts = {
  balances: ['tickets'],
  'bank-accounts': ['destinations'],
  'confirm-destination': ['destinations'],
  'confirm-withdraw': ['destinations'],
  password: ['sign-up'],
  ramping: ['destinations', 'tickets'],
  'reset-password': ['sign-up'],
  security: ['second-factor'],
  'session-questions': ['second-factor'],
  'sign-in': ['second-factor'],
  verification: ['brazil-form'],
} as const;
