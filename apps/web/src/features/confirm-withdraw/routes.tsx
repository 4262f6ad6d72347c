export { ConfirmWithdrawPage } from './confirm-withdraw-page.tsx';
