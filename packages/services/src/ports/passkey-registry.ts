/** The signer's own record of customers' passkeys. */
import type { Millis, Result, UserId } from '@salar/protocol';

/** A passkey as the signer records it. */
export type RegisteredPasskey = {
  readonly userId: UserId;
  /** The device's id for it, base64url. */
  readonly credentialId: string;
  /** COSE in base64url. */
  readonly publicKey: string;
};

/** Listed in the order in which they are checked. */
export type RegisterPasskeyRefusal =
  | 'request_malformed'
  | 'policy_without_passkeys'
  | 'key_malformed'
  | 'passkey_of_another'
  | 'registrations_exceeded'
  | 'customer_registrations_exceeded';

/** Each call throws SignerUnavailable when the signer does not answer. */
export interface PasskeyRegistry {
  /**
   * Records a passkey. One that is recorded already keeps its time; the age of one that was removed begins again.
   *
   * @returns the time from which its signatures count, by the signer's clock
   */
  registerPasskey(
    passkey: RegisteredPasskey,
  ): Promise<Result<{ readonly countsFrom: Millis }, RegisterPasskeyRefusal>>;

  /** Removes a passkey at once. Repeating it, or removing one that was never recorded, changes nothing. */
  removePasskey(
    passkey: Pick<RegisteredPasskey, 'userId' | 'credentialId'>,
  ): Promise<Result<null, 'request_malformed' | 'passkey_of_another'>>;
}
