import { shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, nullable, object, text } = shape;

export const getSecondFactor = sessionCall({
  name: 'GetSecondFactor',
  permissions: [],
  input: {},
  output: object({
    Use2FA: boolean,
    RecoveryCodesLeft: integer,
    EnabledAt: nullable(text),
    ResetPlannedAt: nullable(text),
  }),
  rate: 'read',
  about:
    'Whether the second factor is on, since when, and the number of unused recovery codes. `ResetPlannedAt` is when it will be switched off after its loss was reported to support.',
  example: {
    input: {},
    output: {
      Use2FA: true,
      RecoveryCodesLeft: 10,
      EnabledAt: '2026-05-04T12:00:00.000Z',
      ResetPlannedAt: null,
    },
  },
  async run({ services, user }) {
    const { isOn, recoveryCodesLeft, enabledAt, resetDueAt } =
      await services.authentication.secondFactor.findState(user.userId);
    return {
      Use2FA: isOn,
      RecoveryCodesLeft: recoveryCodesLeft,
      EnabledAt: enabledAt === null ? null : formatIso(enabledAt),
      ResetPlannedAt: resetDueAt === null ? null : formatIso(resetDueAt),
    };
  },
});
