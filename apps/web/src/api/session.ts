/** The calls around sign-up, sign-in and the signed-in customer, one file each under `calls/`. */
export * from './calls/authenticate-user.ts';
export * from './calls/authenticate-2fa.ts';
export * from './calls/authenticate-passkey.ts';
export * from './calls/confirm-user-email.ts';
export * from './calls/get-account-info.ts';
export * from './calls/get-user-account-infos.ts';
export * from './calls/get-user-info.ts';
export * from './calls/log-out.ts';
export * from './calls/reauthenticate.ts';
export * from './calls/register-user.ts';
export * from './calls/resend-verification-email.ts';
export * from './calls/reset-password.ts';
export * from './calls/reset-password-2.ts';
export * from './calls/set-user-config.ts';
export * from './calls/unlock-account.ts';
export * from './calls/unmask-user-config.ts';
