import { id, integerField, objectField, required, shape, textField } from '@salar/protocol/wire';
import type { TokenRefusal } from '@salar/services/verification/verification-service';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

/** Also mounted at `/kyc/access-token`, where the web app expects the identity provider's own call. */
export const createAccessToken = sessionCall({
  name: 'CreateAccessToken',
  permissions: [],
  input: {
    levelName: required(integerField()),
    ttlInSecs: integerField(),
    applicantIdentifiers: objectField({ email: textField(254), userId: id() }),
  },
  output: shape.object({
    token: shape.text,
    userId: shape.text,
    provider: shape.text,
    widgetUrl: shape.optional(shape.text),
  }),
  rate: 'tickets',
  about:
    'A short-lived token that opens the identity widget for the signed-in customer and one level. The customer comes from the session.',
  example: {
    input: { applicantIdentifiers: { email: 'maria@example.com', userId: 17 }, ttlInSecs: 600, levelName: 1 },
    output: {
      token: '...',
      userId: '17',
      provider: 'sandbox',
      widgetUrl: '/local/identity/widget?token=...',
    },
  },
  async run({ services, user }, { levelName, ttlInSecs, applicantIdentifiers }) {
    const claimed = applicantIdentifiers?.userId;
    if (claimed !== undefined && claimed !== user.userId) return refuseCall('notAuthorized');
    const result = await services.verification.identity.createToken({
      user,
      level: levelName,
      ttlSeconds: ttlInSecs ?? 600,
    });
    if (!result.ok) return refusals[result.refusal];
    const { token, provider, widgetUrl } = result.value;
    return { token, userId: String(user.userId), provider, ...(widgetUrl !== undefined && { widgetUrl }) };
  },
});

const refusals: Readonly<Record<TokenRefusal, CallRefusal>> = {
  level_unknown: refuseCall('invalidRequest', 'Invalid levelName'),
  level_reached: refuseCall('operationFailed', 'This level is reached already'),
  level_too_early: refuseCall('operationFailed', 'Levels are verified in order'),
  companies_only: refuseCall('operationFailed', 'This level is for legal entities only'),
  level_rejected: refuseCall('operationFailed', 'This level was refused for good. Please write to support.'),
  level_not_offered: refuseCall('operationFailed', 'This level is not verified online'),
  provider_unavailable: refuseCall('operationFailed', 'Identity verification is not available now'),
};
