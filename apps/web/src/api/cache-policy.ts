/** How long answers live and how often they are asked again (product spec, sections 7 and 9). */
export const unusedDataSeconds = 60;
export const templateTypesSeconds = 600;
export const marketDataPollMs = 60_000;
export const swapMarketDataPollMs = 10_000;
/** While a ticket is on its way, balances and tickets follow it closely. */
export const pendingTicketPollMs = 5_000;
/** While nothing moves, new deposits are still noticed. */
export const restingTicketPollMs = 15_000;
