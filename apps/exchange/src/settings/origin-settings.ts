/** SALAR_CORS_ORIGINS: other sites whose pages may make calls about customers. */
import { z } from 'zod';

/** `https://app.example,https://desk.example`, or `*` for all. */
export const corsOriginsSetting = z.string().transform((text, context) => {
  if (text === '*') return text;
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.every(isOrigin)) return origins;
  context.addIssue('must be origins such as https://app.example,https://desk.example, or *');
  return z.NEVER;
});

/** An origin is compared as browsers write it: in lower case, without a path and without the usual port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
