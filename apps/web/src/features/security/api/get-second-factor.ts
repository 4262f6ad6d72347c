import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

/** The state of the second factor. Times are ISO text. */
export type SecondFactorState = {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
  readonly enabledAt: string | null;
  /** When support will disable it, if that was requested. */
  readonly resetPlannedAt: string | null;
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    getSecondFactor: build.query<SecondFactorState, void>({
      ...call('GetSecondFactor', null, (answer) => {
        const row = new WireRow(answer);
        return {
          isOn: row.flag('Use2FA'),
          recoveryCodesLeft: row.integerOr('RecoveryCodesLeft', 0),
          enabledAt: row.textOr('EnabledAt', null),
          resetPlannedAt: row.textOr('ResetPlannedAt', null),
        };
      }),
      providesTags: ['SecondFactor'],
    }),
  }),
});

export const { useGetSecondFactorQuery } = injected;
