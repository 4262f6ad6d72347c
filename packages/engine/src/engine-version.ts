/**
 * Incremented with every change after which the same commands could give other outcomes. Stored with every journal
 * batch.
 */
export const engineVersion: number = 8;
