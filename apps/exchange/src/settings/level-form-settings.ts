/** External forms that collect the documents of levels 2 to 4, and how long ours are kept. */
import { z } from 'zod';

const link = z.url({ protocol: /^https$/, error: 'must be https addresses' });
const forms = z.strictObject({ 2: link.optional(), 3: link.optional(), 4: link.optional() });

/** `{"2":"https://forms.example/level-2"}`; omitted levels use our own page. */
export const levelFormsSetting = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue('must be JSON, such as {"2":"https://forms.example/level-2"}');
      return z.NEVER;
    }
  })
  .pipe(forms)
  // Drops entries that are undefined.
  .transform((given) => JSON.parse(JSON.stringify(given)) as { 2?: string; 3?: string; 4?: string });

const daysError = 'must be whole days, from 1 to 36500';
/** How long documents are kept. */
export const documentDays = z.coerce
  .number(daysError)
  .int(daysError)
  .min(1, daysError)
  .max(36_500, daysError);
