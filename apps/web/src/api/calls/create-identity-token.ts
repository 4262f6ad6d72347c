import { api } from '../api.ts';
import { WireRow } from '../wire/wire-row.ts';

export type IdentityQuestion = { readonly email: string; readonly userId: number; readonly level: number };

/** Opens the identity widget once. `widgetUrl` is a page of this origin, or null when the provider hosts it. */
export type IdentityToken = { readonly token: string; readonly widgetUrl: string | null };

const tokenLifetimeSeconds = 600; // product spec, section 9

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    createIdentityToken: build.mutation<IdentityToken, IdentityQuestion>({
      query: ({ email, userId, level }) => ({
        path: '/kyc/access-token',
        body: {
          applicantIdentifiers: { email, userId: String(userId) },
          ttlInSecs: tokenLifetimeSeconds,
          levelName: String(level),
        },
      }),
      transformResponse: (answer) => {
        const row = new WireRow(answer);
        return { token: row.text('token'), widgetUrl: sameOriginPath(row.textOr('widgetUrl', null)) };
      },
    }),
  }),
});

export const { useCreateIdentityTokenMutation } = injected;

/** Only a path of this origin may be framed; `//host` is another origin. */
function sameOriginPath(url: string | null): string | null {
  return url !== null && /^\/(?!\/)/.test(url) ? url : null;
}
