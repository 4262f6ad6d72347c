/** Moves between the house's own addresses of one network: deposit addresses, hot wallets and cold storage. */

export interface HouseMoves {
  /**
   * Follows sent moves and starts those that are due.
   *
   * @param height  the newest block that the watcher has read
   */
  work(height: number): Promise<void>;
}
