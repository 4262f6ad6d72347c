/** What other pages take from here. */
export { BrazilVerification } from './brazil-verification.tsx';
