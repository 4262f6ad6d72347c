import type { TFunction } from 'i18next';
import { translateRefusal } from '../i18n/refusals.ts';

/** The family's two general texts say nothing; the detail beside them does. */
const generalTexts = new Set(['Invalid Request', 'Operation Failed']);

/** What the server said about a refusal, or null when it said nothing a customer could use. */
export function findRefusalMessage(answer: {
  readonly message: string | null;
  readonly detail: string | null;
}): string | null {
  const { message, detail } = answer;
  return message === null || generalTexts.has(message) ? detail : message;
}

/** The refusal in the customer's language, or as received where nobody has translated it; null when nothing was said. */
export function translateRefusalMessage(
  answer: Parameters<typeof findRefusalMessage>[0],
  t: TFunction,
): string | null {
  const words = findRefusalMessage(answer);
  return words === null ? null : (translateRefusal(words, t) ?? words);
}
