export { UnlockAccountPage } from './unlock-account-page.tsx';
