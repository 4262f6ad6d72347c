/** A fake of the security settings for tests: the calls of the page, with answers that follow what was done. */
import { answering, exchange } from '../../api/testing/fake-exchange.ts';

export const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
export const rightCode = '123456';
export const recoveryCodes = Array.from({ length: 10 }, (_, at) => `abcd${at}-wxyz${at}`);
/** One black pixel. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
export const secret = 'KRSXG5CTMVRXEZLU';
const creationOptions = {
  challenge: 'Yw',
  rp: { name: 'Salar', id: 'localhost' },
  user: { id: 'MTc', name: 'maria', displayName: 'maria' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

export type Security = {
  isOn?: boolean;
  codesLeft?: number;
  resetPlannedAt?: string | null;
  passkeys?: object[];
  sessions?: object[];
  activity?: object[];
};

/** Answers every call of the page from one state, which the calls change. */
export function fakeSecurity(initial: Security = {}) {
  const state = {
    isOn: false,
    codesLeft: 10,
    resetPlannedAt: null as string | null,
    passkeys: [] as object[],
    sessions: [session('s1', { IsCurrent: true })] as object[],
    activity: [] as object[],
    ...initial,
  };
  exchange.use(
    answering('GetSecondFactor', () => ({
      Use2FA: state.isOn,
      RecoveryCodesLeft: state.codesLeft,
      EnabledAt: state.isOn ? '2026-03-05T14:07:00.000Z' : null,
      ResetPlannedAt: state.resetPlannedAt,
    })),
    answering('EnableGoogle2FA', { GoogleQRCode: picture, ManualCode: secret, errorcode: 0 }),
    answering('Disable2FA', accepted),
    answering('Authenticate2FA', ({ code }) => {
      const isRight = code === rightCode || recoveryCodes.includes(String(code));
      if (!isRight) return { Authenticated: false, errormsg: 'Invalid 2FA code' };
      state.isOn = !state.isOn;
      const codes = state.isOn ? { RecoveryCodes: recoveryCodes } : {};
      return { Authenticated: true, UserId: 17, SessionToken: 'a-session-token', ...codes };
    }),
    answering('CreateRecoveryCodes', ({ Code }) => {
      if (Code !== rightCode) return refusal('Invalid Request', 'Invalid 2FA code');
      state.codesLeft = 10;
      return { RecoveryCodes: recoveryCodes };
    }),
    answering('CancelSecondFactorReset', () => {
      state.resetPlannedAt = null;
      return accepted;
    }),
    answering('GetPasskeys', () => state.passkeys),
    answering('BeginPasskey', { Options: JSON.stringify(creationOptions) }),
    answering('AddPasskey', ({ Name }) => {
      state.passkeys.push(passkey('p9', String(Name)));
      return { PasskeyId: 'p9' };
    }),
    answering('RemovePasskey', ({ PasskeyId }) => {
      state.passkeys = state.passkeys.filter((one) => 'PasskeyId' in one && one.PasskeyId !== PasskeyId);
      return accepted;
    }),
    answering('GetUserSessions', () => state.sessions),
    answering('EndUserSession', ({ SessionId }) => {
      state.sessions = state.sessions.filter((one) => 'SessionId' in one && one.SessionId !== SessionId);
      return accepted;
    }),
    answering('EndOtherUserSessions', () => {
      state.sessions = state.sessions.filter((one) => 'IsCurrent' in one && one.IsCurrent === true);
      return accepted;
    }),
    answering('GetUserActivity', ({ StartIndex, Limit }) =>
      state.activity.slice(Number(StartIndex), Number(StartIndex) + Number(Limit)),
    ),
  );
  return state;
}

export function refusal(errormsg: string, detail: string | null = null, errorcode = 101) {
  return { result: false, errormsg, errorcode, detail };
}

export function passkey(id: string, name: string, lastUsedAt: string | null = null) {
  return { PasskeyId: id, Name: name, CreatedAt: '2026-02-01T10:00:00.000Z', LastUsedAt: lastUsedAt };
}

export function session(id: string, more: object = {}) {
  return {
    SessionId: id,
    DeviceName: 'Chrome on Android',
    IpAddress: '203.0.113.9',
    CreatedAt: '2026-02-01T10:00:00.000Z',
    LastUsedAt: '2026-03-05T14:07:00.000Z',
    IsCurrent: false,
    APIKey: null,
    ...more,
  };
}

export function entry(id: number, action: string, more: object = {}) {
  return {
    Id: id,
    Time: '2026-03-05T14:07:00.000Z',
    Action: action,
    IpAddress: '203.0.113.9',
    Object: null,
    Detail: null,
    ...more,
  };
}
