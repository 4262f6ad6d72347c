export { SwapPage } from './swap-page.tsx';
