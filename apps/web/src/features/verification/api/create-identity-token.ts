import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import type { AnswerOf } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

export type IdentityQuestion = { readonly email: string; readonly userId: number; readonly level: number };

/** Grants access to the identity widget for a while. */
export type IdentityToken = {
  readonly token: string;
  /** The provider whose widget accepts it. */
  readonly provider: 'sandbox' | 'sumsub';
  /** `sandbox`: a page of this origin. `sumsub`: the widget's origin, null for Sumsub's default. */
  readonly widgetUrl: string | null;
};

const tokenLifetimeSeconds = 600; // Product spec, section 9.

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    createIdentityToken: build.mutation<IdentityToken, IdentityQuestion>({
      ...call(
        'CreateAccessToken',
        ({ email, userId, level }) => ({
          applicantIdentifiers: { email, userId: String(userId) },
          ttlInSecs: tokenLifetimeSeconds,
          levelName: String(level),
        }),
        readToken,
        () => ({ path: '/kyc/access-token' }),
      ),
    }),
  }),
});

export const { useCreateIdentityTokenMutation } = injected;

function readToken(answer: AnswerOf<'CreateAccessToken'>): IdentityToken {
  const row = new WireRow(answer);
  const url = row.textOr('widgetUrl', null);
  const provider = row.textOr('provider', 'sandbox') === 'sumsub' ? 'sumsub' : 'sandbox';
  const isGood = provider === 'sumsub' ? isOrigin : isPath;
  return { token: row.text('token'), provider, widgetUrl: url !== null && isGood(url) ? url : null };
}

/** Only a path of this origin may be framed; `//host` is another origin. */
function isPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

/** Accepts scheme, host and port only: the origin of messages is compared with it. */
function isOrigin(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).origin === url;
}
