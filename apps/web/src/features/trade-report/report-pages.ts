/** Pages of the report (product spec, section 9). */
const reportPageSize = 20;

export function countPages(rowCount: number): number {
  return Math.ceil(rowCount / reportPageSize);
}

/** The rows of a page; pages are zero-based. */
export function sliceRows<Row>(rows: readonly Row[], page: number): readonly Row[] {
  return rows.slice(page * reportPageSize, (page + 1) * reportPageSize);
}
