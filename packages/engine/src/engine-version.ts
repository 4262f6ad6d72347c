/** Raised with every change after which the same commands could give other outcomes. Kept with every journal batch. */
export const engineVersion: number = 3;
