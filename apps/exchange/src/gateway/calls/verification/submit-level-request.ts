import { genericShape, integerField, required } from '@salar/protocol/wire';
import type { SubmitRefusal } from '@salar/services/verification/level-requests';
import { done, refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { levelRefusals, notEditable } from '../../wire-rows/level-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const submitLevelRequest = sessionCall({
  name: 'SubmitLevelRequest',
  permissions: [],
  input: { Level: required(integerField()) },
  output: genericShape,
  rate: 'tickets',
  about: 'Submits a complete level request to the operators. It cannot be changed until they respond.',
  example: {
    input: { Level: 2 },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, user, request }, { Level }) {
    const result = await services.verification.levelRequests.submit(user, Level, request.origin);
    return result.ok ? done : refusals[result.refusal];
  },
});

const refusals: Readonly<Record<SubmitRefusal, CallRefusal>> = {
  ...levelRefusals,
  not_editable: notEditable,
  documents_missing: refuseCall('operationFailed', 'Documents are missing'),
  documents_old: refuseCall('operationFailed', 'A document is too old by now'),
  funds_missing: refuseCall('operationFailed', 'The source-of-funds form is not complete'),
};
