/**
 * How long answers are cached (product spec, sections 7 and 9), and how often they are polled while the live connection
 * does not deliver changes.
 */
export const unusedDataSeconds = 60;
export const templateTypesSeconds = 600;
export const marketDataPollMs = 60_000;
export const swapMarketDataPollMs = 10_000;
/** Balances and tickets, which change with transactions on the networks. */
export const ticketPollMs = 10_000;
/** Saved destinations. */
export const withdrawInfosSeconds = 300;
/** Saved destinations on screen while one waits for its confirmation by mail. */
export const unconfirmedInfosPollMs = 10_000;
/** A ticket on screen while it is in progress. */
export const openTicketPollMs = 5_000;
