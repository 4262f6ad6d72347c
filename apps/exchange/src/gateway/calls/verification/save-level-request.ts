import {
  descriptionLengthMax,
  fundsPurposes,
  fundsRanges,
  fundsSources,
  occupationLengthMax,
} from '@salar/protocol/level-requests';
import {
  booleanField,
  enumField,
  genericShape,
  integerField,
  objectField,
  required,
  textField,
} from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { levelRefusals, notEditable } from '../../wire-rows/level-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const saveLevelRequest = sessionCall({
  name: 'SaveLevelRequest',
  permissions: [],
  input: {
    Level: required(integerField()),
    Funds: required(
      objectField({
        Occupation: textField(occupationLengthMax),
        Source: enumField(fundsSources),
        Description: textField(descriptionLengthMax),
        MonthlyIncome: enumField(fundsRanges),
        MonthlyVolume: enumField(fundsRanges),
        Purpose: enumField(fundsPurposes),
        PoliticallyExposed: booleanField(),
        Declared: booleanField(),
      }),
    ),
  },
  output: genericShape,
  rate: 'read',
  about:
    'Stores the source-of-funds form of a level request; omitted fields are empty. Ranges are millions of Colombian pesos a month.',
  example: {
    input: { Level: 2, Funds: { Source: 'Salary', Occupation: 'Nurse' } },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, user }, { Level, Funds }) {
    const result = await services.verification.levelRequests.save(user, Level, Funds);
    if (result.ok) return done;
    return result.refusal === 'not_editable' ? notEditable : levelRefusals[result.refusal];
  },
});
