/** A piece of a list that starts with the newest row: index 0. */
export type AccountPage = {
  readonly accountId: number;
  readonly startIndex: number;
  readonly limit: number;
};
