/**
 * The port of a store of secp256k1 keys: a sealed file, a hardware module, a cloud service. Keys are named, and no private
 * key leaves its store.
 */
import type { ChainFamily } from '@salar/services';

/**
 * Names a key: of the wallets of a family one each, of deposit addresses and of Bitcoin's change addresses one for each
 * index, which includes the branch of a deposit address. A former key is the one that a wallet had before its present one.
 */
export type KeyName =
  | `${ChainFamily}/${'hot' | 'gas' | 'house' | 'former-hot' | 'former-gas' | 'former-house' | `deposit/${number}`}`
  | `bitcoin/${'change' | 'former-change'}/${number}`;

/** An ECDSA signature. Adapters may return either of the two values of `s`; `SignerKeys` returns the lower one. */
export type Signature = { readonly r: bigint; readonly s: bigint };

/** A signature with the lower `s`, and the parity of the point behind `r`, from which the public key can be recovered. */
export type RecoverableSignature = Signature & { readonly recovery: 0 | 1 };

/** Each call throws `SignerUnavailable` when the store does not answer, and another error when it has no such key. */
export interface KeyStore {
  /** Returns the compressed public key: 33 bytes. */
  publicKey(name: KeyName): Promise<Uint8Array>;
  /** @param digest  32 bytes, signed as they are */
  sign(name: KeyName, digest: Uint8Array): Promise<Signature>;
}

/** A store that creates its keys itself, such as a token. */
export interface WalletKeyStore extends KeyStore {
  /** Creates a key that cannot leave the store. @throws when there is one already */
  create(name: KeyName): Promise<void>;
}
