export { VerifyEmailPage } from './verify-email-page.tsx';
