export { TradePage } from './trade-page.tsx';
