export { DepositPage } from './deposit-page.tsx';
export { WithdrawPage } from './withdraw-page.tsx';
