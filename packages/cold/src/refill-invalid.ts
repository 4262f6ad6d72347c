/** Thrown with one sentence for a refill that is not accepted: a malformed file, a payment of another kind, a wrong signature. */
export class RefillInvalid extends Error {
  override readonly name = 'RefillInvalid';
}
