/** Finds mail addresses of customers; null for an unknown customer. */
export interface CustomerDirectory {
  findEmail(userId: number): Promise<string | null>;
}
