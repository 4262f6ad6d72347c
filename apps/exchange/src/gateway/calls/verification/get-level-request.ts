import { integerField, required, textField } from '@salar/protocol/wire';
import { toLanguage } from '@salar/services/notifications/languages';
import { levelRefusals, toLevelRequestRow, levelRequestShape } from '../../wire-rows/level-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getLevelRequest = sessionCall({
  name: 'GetLevelRequest',
  permissions: [],
  input: { Level: required(integerField()), Language: textField(16) },
  output: levelRequestShape,
  rate: 'read',
  about:
    'The request for a level from 2 to 4: Draft, Submitted, Returned with a comment, Approved or Rejected; the data and documents sent so far, and what is still missing.',
  example: {
    input: { Level: 2 },
    output: { Level: 2, Status: 'Draft', MissingDocuments: ['identity'], MissingFunds: ['Source'] },
  },
  async run({ services, user }, { Level, Language }) {
    const result = await services.verification.levelRequests.get(user, Level);
    if (!result.ok) return levelRefusals[result.refusal];
    return toLevelRequestRow(result.value, toLanguage(Language));
  },
});
