import { fileNameLengthMax, isDocumentKind } from '@salar/protocol/level-requests';
import { integerField, required, textField } from '@salar/protocol/wire';
import type { DocumentRefusal } from '@salar/services/verification/level-requests';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import {
  toLevelDocumentRow,
  levelDocumentShape,
  levelRefusals,
  notEditable,
} from '../../wire-rows/level-rows.ts';
import { sessionCall } from './chapter-calls.ts';

/** Mounted at `/kyc/documents` only: its body is the file itself. */
export const addLevelDocument = sessionCall({
  name: 'AddLevelDocument',
  permissions: [],
  input: {
    level: required(integerField()),
    kind: required(textField(40)),
    issued: textField(10),
  },
  output: levelDocumentShape,
  rate: 'uploads',
  about: 'Adds a file to a level request. Its name is percent-encoded in the header File-Name.',
  example: {
    input: { level: 2, kind: 'identity' },
    output: { DocumentId: 7, Kind: 'identity', Name: 'id.pdf', ContentType: 'application/pdf', Size: 91_000 },
  },
  async run({ services, user, request }, { level, kind, issued }) {
    if (!isDocumentKind(kind)) return refuseCall('invalidRequest', 'Invalid kind');
    const name = readFileName(request.header('file-name'));
    if (name === null) return refuseCall('invalidRequest', 'Invalid File-Name');
    const result = await services.verification.levelRequests.addDocument({
      user,
      level,
      kind,
      name,
      issuedOn: issued === undefined || issued === '' ? null : issued,
      content: request.file ?? Buffer.alloc(0),
    });
    return result.ok ? toLevelDocumentRow(result.value) : refusals[result.refusal];
  },
});

const nameField = textField(fileNameLengthMax);

/** A file name may contain personal data, and proxies log addresses: so it is not part of the address. */
function readFileName(header = ''): string | null {
  const text = decodeText(header);
  const name = text === null ? null : nameField.read(text);
  return name?.ok && name.value ? name.value : null;
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return null;
  }
}

const refusals: Readonly<Record<DocumentRefusal, CallRefusal>> = {
  ...levelRefusals,
  not_editable: notEditable,
  kind_not_asked: refuseCall('invalidRequest', 'Invalid kind'),
  issue_day_needed: refuseCall('invalidRequest', 'issued is Required'),
  document_old: refuseCall('operationFailed', 'This document is too old or its day is not one'),
  file_empty: refuseCall('operationFailed', 'The file is empty'),
  file_too_large: refuseCall('operationFailed', 'The file is too large'),
  type_not_taken: refuseCall('operationFailed', 'Only PDF, JPEG, PNG and WebP files are taken'),
  too_many_files: refuseCall('operationFailed', 'This request has its 30 files already'),
  request_too_large: refuseCall('operationFailed', 'The files of this request are more than 100 MB'),
};
