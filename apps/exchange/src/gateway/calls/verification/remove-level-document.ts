import { genericShape, id, required } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { notEditable } from '../../wire-rows/level-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const removeLevelDocument = sessionCall({
  name: 'RemoveLevelDocument',
  permissions: [],
  input: { DocumentId: required(id()) },
  output: genericShape,
  rate: 'read',
  about: 'Removes a document from a level request that can still be changed.',
  example: {
    input: { DocumentId: 7 },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, user }, { DocumentId }) {
    const result = await services.verification.levelRequests.removeDocument(user, DocumentId);
    if (result.ok) return done;
    return result.refusal === 'not_editable' ? notEditable : refuseCall('notFound');
  },
});
