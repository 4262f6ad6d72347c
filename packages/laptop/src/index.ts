/** The local profile's additions to the exchange: nodes, sandboxes, mailbox, prices, seeds, simulated customers and pages. */
export { AveniaSandbox } from './avenia-sandbox/avenia-sandbox.ts';
export { IdentitySandbox } from './identity-sandbox/identity-sandbox.ts';
export { startLocalNetworks } from './local-networks/local-networks.ts';
export type { LocalNetworks } from './local-networks/local-networks.ts';
export { startLocalMailbox } from './mailbox/local-mailbox.ts';
export { migrateLaptop } from './migrations/migrate-laptop.ts';
export { hostedFormPath } from './pages/brazil-pages.ts';
export { buildFaucetNetworks } from './pages/build-faucet-networks.ts';
export type { FaucetNetwork } from './pages/faucet-network.ts';
export { addLocalPages } from './pages/local-pages.ts';
export { widgetPath } from './pages/widget-routes.ts';
export { lastRates, PriceHistoryWriter } from './price-simulated/price-history-keeper.ts';
export { SimulatedPrices } from './price-simulated/simulated-prices.ts';
export { seedBankBalances } from './seeds/bank-balances.ts';
export { demoLogin, seedDemoCustomer } from './seeds/demo-customer.ts';
export { localLiquidity, seedLiquidityFunds } from './seeds/local-market.ts';
export type { SeedProduct } from './seeds/seed-products.ts';
export { SimulatedCustomers } from './simulated-customers/simulated-customers.ts';
