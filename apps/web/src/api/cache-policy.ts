/**
 * How long answers live (product spec, sections 7 and 9), and how often they are asked again while the live connection
 * does not tell what changed.
 */
export const unusedDataSeconds = 60;
export const templateTypesSeconds = 600;
export const marketDataPollMs = 60_000;
export const swapMarketDataPollMs = 10_000;
/** Balances and tickets follow what moves on the networks. */
export const ticketPollMs = 10_000;
/** Saved destinations. */
export const withdrawInfosSeconds = 300;
/** While a saved destination waits for the confirmation by mail and is looked at. */
export const unconfirmedInfosPollMs = 10_000;
/** While a ticket is on its way and looked at. */
export const openTicketPollMs = 5_000;
