/**
 * Features and parts that also use the translations of another one. The build loads them together with the page's own.
 */
export const borrowedTexts = {
  balances: ['tickets'],
  'bank-accounts': ['destinations'],
  'confirm-destination': ['destinations'],
  'confirm-withdraw': ['destinations'],
  password: ['sign-up'],
  'reset-password': ['sign-up'],
  security: ['second-factor', 'sign-up'],
  'session-prompts': ['second-factor'],
  'sign-in': ['second-factor'],
  swap: ['market-halt'],
  trade: ['market-halt'],
  transfers: ['destinations', 'tickets'],
  verification: ['brazil-form'],
} as const;
