export { FreezeAccountPage } from './freeze-account-page.tsx';
