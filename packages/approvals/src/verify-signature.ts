/** Verifies a person's signature over a text, with whatever kind of key they have. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { readBase64 } from './base64.ts';
import { signatureLength, verifyEd25519 } from './ed25519.ts';
import { hasPurpose } from '@salar/protocol/signed-texts/signed-text';
import { toSshBlob } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { readSshSignature, sshNamespace, verifySshSignature } from './sshsig.ts';
import { readWebauthnAssertion, verifyWebauthn } from './webauthn.ts';

/** Listed in the order in which they are checked. */
export type SignatureRefusal =
  | 'text_without_purpose'
  | 'signature_malformed'
  | 'signature_of_another_key'
  | 'signature_of_another_namespace'
  | 'signature_invalid';

/**
 * Verifies that the key signed exactly this text.
 *
 * The form of the signature follows the kind of the key: base64 of 64 bytes (`ed25519`), the armoured output of
 * `ssh-keygen -Y sign -n salar` (`sshsig`), or a line of `formatWebauthnAssertion` (`webauthn`). Each value has one
 * accepted form.
 */
export async function verifySignature(
  key: SigningKey,
  text: string,
  signature: string,
): Promise<Result<null, SignatureRefusal>> {
  if (!hasPurpose(text)) return refuse('text_without_purpose');
  switch (key.kind) {
    case 'ed25519': {
      const bytes = readBase64(signature);
      if (bytes?.length !== signatureLength) return refuse('signature_malformed');
      return conclude(verifyEd25519(key.publicKey, Buffer.from(text, 'utf8'), bytes));
    }
    case 'sshsig': {
      const read = readSshSignature(signature);
      if (read === null) return refuse('signature_malformed');
      if (!read.keyBlob.equals(toSshBlob(key))) return refuse('signature_of_another_key');
      if (read.namespace !== sshNamespace) return refuse('signature_of_another_namespace');
      return conclude(verifySshSignature(key, text, read));
    }
    default: {
      const assertion = readWebauthnAssertion(signature);
      if (assertion === null) return refuse('signature_malformed');
      if (assertion.id !== key.credentialId) return refuse('signature_of_another_key');
      return conclude(await verifyWebauthn(key, text, assertion));
    }
  }
}

function conclude(isValid: boolean): Result<null, SignatureRefusal> {
  return isValid ? accept(null) : refuse('signature_invalid');
}

/** Reads a signature from the text of a file, whatever blank lines are around it: of an armoured one the last line ends. */
export function readSignatureFile(text: string): string {
  const signature = text.trim();
  return signature.startsWith('-----') ? `${signature}\n` : signature;
}
