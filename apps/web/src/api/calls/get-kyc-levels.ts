import { requestStatuses } from '@salar/protocol/level-requests';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Language } from '../../i18n/languages.ts';
import { api } from '../api.ts';
import type { AccountType } from '../records/account.ts';
import { omsCall } from '../request.ts';
import { WireRow, WireShapeError, readRows } from '../wire/wire-row.ts';

/** What a card leads to; `support` when the identity check was refused for good. */
const actions = ['start', 'form', 'request', 'support'] as const;

/** The card of a verification level, in one language, and how the customer stands to it. */
export type KycLevel = {
  readonly level: number;
  readonly label: string;
  readonly userTypes: readonly string[];
  readonly benefits: readonly string[];
  readonly requirements: Readonly<Record<AccountType, readonly string[]>>;
  readonly status: 'Verified' | 'Not Started' | 'Under Review';
  /** The status in words. */
  readonly statusText: string;
  readonly action: (typeof actions)[number] | null;
  readonly buttonText: string;
  /** An https address; null for levels that are asked for here. */
  readonly formLink: string | null;
  /** What a reviewer tells the customer. */
  readonly comment: string | null;
  readonly requestStatus: RequestStatus | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getKycLevels: build.query<KycLevel[], { language: Language; userId: number }>({
      query: ({ language }) => omsCall('GetKycLevels', { Language: language }),
      transformResponse: (answer) => readRows(answer).map(readLevel),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetKycLevelsQuery } = injected;

function readLevel(row: WireRow): KycLevel {
  const requirements = new WireRow(row.value('requirements'));
  const status = statusOf(row.textOr('Status', null));
  const formLink = row.textOr('formlink', null);
  const action = row.textOr('Action', null);
  const requestStatus = row.textOr('RequestStatus', null);
  return {
    level: row.integer('level'),
    label: row.text('label'),
    userTypes: row.rows('description').map((type) => type.text('user_type')),
    benefits: textsOf(row, 'benefits'),
    requirements: {
      'Natural person': textsOf(requirements, 'Natural person'),
      'Legal entity': textsOf(requirements, 'Legal entity'),
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
function statusOf(text: string | null): KycLevel['status'] {
  return text === 'Verified' || text === 'Not Started' ? text : 'Under Review';
}

function textsOf(row: WireRow, key: string): readonly string[] {
  const value = row.value(key);
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new WireShapeError(`${key} is not a list of texts`);
  return value;
}
