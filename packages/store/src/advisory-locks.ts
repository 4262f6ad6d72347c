/**
 * The advisory locks of the database, each with a number of its own: two uses of one number wait for each other, or
 * deadlock, without a connection between them.
 *
 * The function of migration 106, which appends to customers' activity logs, has 7236222 in its text.
 */
export const advisoryLocks = {
  migrations: 7_236_217,
  journalParts: 7_236_218,
  addresses: 7_236_219,
  destinations: 7_236_220,
  acceptance: 7_236_221,
  activityLog: 7_236_222,
  operatorAudit: 7_236_223,
  brazilForm: 7_236_225,
  accountLinks: 7_236_226,
  leaseTakers: 7_236_228,
} as const;

export type AdvisoryLock = (typeof advisoryLocks)[keyof typeof advisoryLocks];
