import type { Translate } from '../../i18n/translator.ts';
import { translateRefusal } from '../../i18n/refusals.ts';

/** The API's two generic messages carry no information; the detail next to them does. */
const generalTexts = new Set(['Invalid Request', 'Operation Failed']);

/** Returns the server's reason for a refusal, or null when it has none that helps a customer. */
export function findRefusalMessage(answer: {
  readonly message: string | null;
  readonly detail: string | null;
}): string | null {
  const { message, detail } = answer;
  return message === null || generalTexts.has(message) ? detail : message;
}

/**
 * Translates the reason for a refusal, or returns it as received where there is no translation; null without a reason.
 */
export function translateRefusalMessage(
  answer: Parameters<typeof findRefusalMessage>[0],
  t: Translate,
): string | null {
  const message = findRefusalMessage(answer);
  return message === null ? null : (translateRefusal(message, t) ?? message);
}
