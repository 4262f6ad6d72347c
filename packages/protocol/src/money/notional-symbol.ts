/** The product in which limits and totals are expressed. */
export const notionalSymbol = 'COP';
