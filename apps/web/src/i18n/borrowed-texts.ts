/** Features whose pages also speak with the words of another feature. The build reads it for what it fetches ahead. */
export const borrowedTexts = {
  'bank-accounts': ['destinations'],
  ramping: ['destinations'],
  'reset-password': ['sign-up'],
  security: ['second-factor'],
  'session-questions': ['second-factor'],
  'sign-in': ['second-factor'],
  verification: ['brazil-form'],
} as const;
