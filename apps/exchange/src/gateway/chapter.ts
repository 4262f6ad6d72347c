import type { Call } from './call.ts';

/** A chapter of the API documents: the calls of one folder, in the order in which they are documented. */
export type Chapter = {
  /** The anchor in addresses: `/docs#orders`. */
  readonly id: string;
  readonly title: string;
  /** One sentence for the API documents. */
  readonly about: string;
  readonly calls: readonly Call[];
};
