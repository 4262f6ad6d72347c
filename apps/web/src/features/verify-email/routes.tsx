export { ConfirmEmailModals } from './confirm-email-modals.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
