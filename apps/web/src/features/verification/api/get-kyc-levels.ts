import { requestStatuses } from '@salar/protocol/level-requests';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Language } from '../../../i18n/languages.ts';
import { api } from '../../../api/api.ts';
import type { AccountType } from '../../../api/records/account.ts';
import { omsCall } from '../../../api/request.ts';
import type { RowOf } from '../../../api/request.ts';
import { readEachRow } from '../../../api/wire/wire-row.ts';

/** The action of a card; `support` when the identity check was finally refused. */
const actions = ['start', 'form', 'request', 'support'] as const;

/** The card of a verification level, in one language, and the customer's status for it. */
export type KycLevel = {
  readonly level: number;
  readonly label: string;
  readonly userTypes: readonly string[];
  readonly benefits: readonly string[];
  readonly requirements: Readonly<Record<AccountType, readonly string[]>>;
  readonly status: 'Verified' | 'Not Started' | 'Under Review';
  /** The status as text. */
  readonly statusText: string;
  readonly action: (typeof actions)[number] | null;
  readonly buttonText: string;
  /** An https address; null for levels that are requested in this app. */
  readonly formLink: string | null;
  /** The reviewer's message to the customer. */
  readonly comment: string | null;
  readonly requestStatus: RequestStatus | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getKycLevels: build.query<KycLevel[], { language: Language; userId: number }>({
      ...omsCall('GetKycLevels', ({ language }) => ({ Language: language }), readEachRow(readLevel)),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetKycLevelsQuery } = injected;

function readLevel(row: RowOf<'GetKycLevels'>): KycLevel {
  const requirements = row.row('requirements');
  const status = toStatus(row.textOr('Status', null));
  const formLink = row.textOr('formlink', null);
  const action = row.textOr('Action', null);
  const requestStatus = row.textOr('RequestStatus', null);
  return {
    level: row.integer('level'),
    label: row.text('label'),
    userTypes: row.rows('description').map((type) => type.text('user_type')),
    benefits: row.texts('benefits'),
    requirements: {
      'Natural person': requirements.texts('Natural person'),
      'Legal entity': requirements.texts('Legal entity'),
    },
    status,
    statusText: row.text(messageKeys[status]),
    action: actions.find((one) => one === action) ?? null,
    buttonText: row.textOr('buttonText', ''),
    formLink: formLink?.startsWith('https://') === true ? formLink : null,
    comment: row.textOr('Comment', null),
    requestStatus: requestStatuses.find((one) => one === requestStatus) ?? null,
  };
}

const messageKeys = {
  Verified: 'verifiedMessage',
  'Not Started': 'notStartedMessage',
  'Under Review': 'underReviewMessage',
} as const;

/** Without a status the level is not verified (product spec, section 4). */
function toStatus(text: string | null): KycLevel['status'] {
  return text === 'Verified' || text === 'Not Started' ? text : 'Under Review';
}
