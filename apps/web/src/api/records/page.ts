/** A page of a list that is sorted newest first. */
export type AccountPage = {
  readonly accountId: number;
  readonly startIndex: number;
  readonly limit: number;
};
