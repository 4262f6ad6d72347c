import { call, inPendingSignIn } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { securityApi } from '../../security-api.ts';
import { WireRow, WireShapeError } from '../../wire/wire-row.ts';

/** A secret that is not active until its first correct code. It must be kept only in the memory of a component. */
export type SecondFactorSetUp = {
  /** A PNG of the QR code, in base64. */
  readonly picture: string;
  /** The same secret in Base32, for typing; null when the server sent none. */
  readonly secret: string | null;
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** With a pending token, the set-up that the sign-in requires; otherwise, the set-up in the current session. */
    enableGoogle2FA: build.mutation<SecondFactorSetUp, { readonly pending2FaToken?: string }>({
      ...call('EnableGoogle2FA', null, readSetUp, inPendingSignIn),
    }),
  }),
});

export const { useEnableGoogle2FAMutation } = injected;

function readSetUp(answer: AnswerOf<'EnableGoogle2FA'>): SecondFactorSetUp {
  const row = new WireRow(answer);
  const picture = row.text('GoogleQRCode');
  if (!isPng(picture)) throw new WireShapeError('GoogleQRCode is not a PNG in base64');
  return { picture, secret: row.textOr('ManualCode', null) || null };
}

/** Security rule B4: only a PNG in base64 is rendered as a picture. */
function isPng(text: string): boolean {
  return text.startsWith('iVBORw0KGgo') && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
