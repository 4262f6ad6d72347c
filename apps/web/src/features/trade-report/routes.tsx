export { TradeReportPage } from './trade-report-page.tsx';
