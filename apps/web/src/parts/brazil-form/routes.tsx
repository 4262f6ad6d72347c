/** The exports of this folder to other pages. */
export { BrazilVerification } from './brazil-verification.tsx';
