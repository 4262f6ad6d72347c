/** How a card of the verification page stands to the account (product spec, section 4). */
export type LevelStatus = 'verified' | 'notStarted' | 'underReview';

/** The first card of an account that has not begun says so; the account's level and all below are verified. */
export function levelStatus(accountLevel: number, cardLevel: number): LevelStatus {
  if (accountLevel === 0 && cardLevel === 0) return 'notStarted';
  return accountLevel >= cardLevel ? 'verified' : 'underReview';
}

/** What a card lets the customer do: start the check of level 1, open a form elsewhere, or nothing. */
export type LevelAction = 'start' | 'form' | null;

export function levelAction(
  accountLevel: number,
  card: { readonly level: number; readonly formLink: string | null },
): LevelAction {
  if (levelStatus(accountLevel, card.level) === 'verified') return null;
  if (card.level === 1) return 'start';
  return card.formLink === null ? null : 'form';
}
