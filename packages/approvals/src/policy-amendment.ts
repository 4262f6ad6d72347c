/** The text that people sign to change the policy of a signer: every change, and the two policies by their hashes. */
import { formatSignedText } from '@salar/protocol/signed-texts/signed-text';

export type PolicyAmendment = {
  /** The installation of the signer: the same change of another one's policy needs signatures of its own. */
  readonly installation: string;
  /** One more than the number of amendments that have taken effect: a text is used once. */
  readonly number: number;
  /** SHA-256 of the policy in force, in hexadecimal. */
  readonly former: string;
  readonly next: string;
  /** One line for each change. */
  readonly changes: readonly string[];
};

/** Formats the text of an amendment; null when it is too long or a change cannot be shown on one line. */
export function formatAmendment(amendment: PolicyAmendment): string | null {
  const { installation, number, former, next, changes } = amendment;
  return formatSignedText('policy-amendment', [
    ['installation', installation],
    ['number', String(number)],
    ['former policy', former],
    ['new policy', next],
    ...changes.map((change) => ['change', change] as const),
  ]);
}
