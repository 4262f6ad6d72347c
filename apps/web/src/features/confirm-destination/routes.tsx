export { ConfirmDestinationPage } from './confirm-destination-page.tsx';
