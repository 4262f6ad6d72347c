/** Enables the second factor through the API, for journeys that are about something else. */
import { Authenticator } from './authenticator.ts';
import type { TestCustomer } from './customers.ts';

export type SecondFactor = { readonly app: Authenticator; readonly recoveryCodes: readonly string[] };

/** Enables it, which ends every other session of the customer. */
export async function enableSecondFactor({ api }: TestCustomer): Promise<SecondFactor> {
  const { ManualCode } = (await api.call('EnableGoogle2FA')) as { ManualCode: string };
  const app = new Authenticator(ManualCode);
  const { RecoveryCodes } = (await api.call('Authenticate2FA', { Code: await app.code() })) as {
    RecoveryCodes: string[];
  };
  return { app, recoveryCodes: RecoveryCodes };
}
