/** The rules of the history tabs (product spec, section 4). */
export const historyPageSize = 10;

export const canGoNext = (rowCount: number): boolean => rowCount >= historyPageSize;
export const canGoBack = (page: number): boolean => page > 0;

/** Returns the previous page when `page` turned out empty. */
export function findSettledPage(page: number, rowCount: number): number {
  return rowCount === 0 && page > 0 ? page - 1 : page;
}
