/** Pages of the report (product spec, section 9). */
export const reportPageSize = 20;

export function pageCount(rowCount: number): number {
  return Math.ceil(rowCount / reportPageSize);
}

/** The rows of a page; pages count from 0. */
export function pageRows<Row>(rows: readonly Row[], page: number): readonly Row[] {
  return rows.slice(page * reportPageSize, (page + 1) * reportPageSize);
}
