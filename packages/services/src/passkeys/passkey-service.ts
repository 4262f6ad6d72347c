/**
 * Passkeys (WebAuthn): created by a customer in person, and used to sign in.
 *
 * Each combines a device with a finger, face or code, since user verification is required; so one is enough to sign in, and
 * replaces a code after a password. A challenge is stored as a hash, used up by the first response, and expires after five
 * minutes.
 */
import { randomUUID } from 'node:crypto';
import { accept, millis, refuse, userId } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  takeChallenge,
} from '@salar/store/tables/sign-in/passkeys';
import type { ChallengePurpose, PasskeyRow } from '@salar/store/tables/sign-in/passkeys';
import type { User } from '@salar/store/tables/customers/users';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { PendingSignIns } from '../second-factor/pending-sign-ins.ts';
import type { SecondFactorService } from '../second-factor/second-factor-service.ts';
import { isClosed } from '../accounts/closed-accounts.ts';
import type { RefusedCredentials } from '../accounts/refused-credentials.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import type { Origin } from '../ports/request-origin.ts';
import type { Granted, SessionGrants } from '../sessions/session-grants.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { hashSecret } from '../crypto/tokens.ts';
import { toProvableChallenge, toProvablePasskey } from './passkey-proof.ts';
import type { PasskeyRemovals } from './passkey-removals.ts';
import { readChallenge, readAssertion, readAttestation } from './passkey-responses.ts';
import { verifyAssertion, verifyAttestation } from './passkey-verification.ts';
import type { PasskeySite } from './passkey-verification.ts';

const challengeLifeMs = 5 * 60_000;
const passkeysMax = 20;
const providerName = 'Salar';
/** A user id that no customer has: used for unknown names. */
const noUserId = userId(0);

/** The options for the browser, as the JSON text that its helpers accept, and the id of the challenge. */
export type PasskeyChallenge = { readonly options: string; readonly challengeId: string };
export type PasskeyAnswer = { readonly challengeId: string; readonly response: string };
export type AddPasskeyRefusal = 'response_wrong' | 'too_many_passkeys' | 'passkey_known';
export type PasskeySignInRefusal = 'passkey_wrong' | 'sign_in_over' | 'locked';

/** `user` is null when the answer is invalid. */
type Verified = { readonly owner: UserId | null; readonly user: User | null };
const noOwner: Verified = { owner: null, user: null };

type PasskeyServiceOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly macs: RowMacs;
  readonly securityLog: SecurityLog;
  readonly secondFactor: SecondFactorService;
  readonly pending: PendingSignIns;
  readonly grants: SessionGrants;
  readonly removals: PasskeyRemovals;
  readonly refused: Pick<RefusedCredentials, 'notePasskey'>;
  /** The address at which customers reach us: passkeys are valid only there. */
  readonly publicUrl: string;
  readonly now: () => number;
  /** Called when a passkey was added, for those who pass it on. */
  readonly onPasskeysChanged: () => void;
};

export class PasskeyService {
  readonly #options: PasskeyServiceOptions;
  readonly #site: PasskeySite;

  constructor(options: PasskeyServiceOptions) {
    this.#options = options;
    const { hostname, origin } = new URL(options.publicUrl);
    this.#site = { rpId: hostname, origin };
  }

  list(userId: UserId): Promise<readonly PasskeyRow[]> {
    return listPasskeys(this.#options.database, userId);
  }

  /** Builds the browser's options for creating a passkey, as JSON text. */
  async beginAdd(user: User): Promise<string> {
    const known = await this.list(user.userId);
    const options = await generateRegistrationOptions({
      rpName: providerName,
      rpID: this.#site.rpId,
      userID: Uint8Array.from(Buffer.from(String(user.userId))),
      userName: user.userName,
      userDisplayName: user.userName,
      attestationType: 'none',
      excludeCredentials: known.map(toCredential),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#storeChallenge('add', user.userId, options.challenge);
    return JSON.stringify(options);
  }

  /** @param request.response  the browser's response, as JSON text */
  async add(
    user: User,
    request: { readonly name: string; readonly response: string; readonly origin: Origin },
  ): Promise<Result<string, AddPasskeyRefusal>> {
    const made = await this.#verifyNew(user, request.response);
    if (!made) return refuse('response_wrong');
    const added = await this.#options.database.transaction(async (tx) => {
      if (!(await this.#options.records.lockUnchanged(tx, user))) return refuse('response_wrong');
      if ((await listPasskeys(tx, user.userId)).length >= passkeysMax) return refuse('too_many_passkeys');
      const passkey = {
        ...made,
        passkeyId: randomUUID(),
        userId: user.userId,
        name: request.name,
        createdAt: millis(this.#options.now()),
      };
      const mac = this.#options.macs.compute(toProvablePasskey(passkey));
      if (!(await insertPasskey(tx, { ...passkey, mac }))) return refuse('passkey_known');
      // A new way to sign in holds withdrawals, as any change of the factor does (security rule W6).
      await this.#options.records.noteCredentialChange(tx, user.userId, passkey.createdAt);
      const entry = { user, action: 'passkey_added', origin: request.origin, object: request.name } as const;
      await this.#options.securityLog.record(tx, entry);
      return accept(passkey.passkeyId);
    });
    if (added.ok) this.#options.onPasskeysChanged();
    return added;
  }

  async remove(user: User, passkeyId: string, origin: Origin): Promise<Result<null, 'passkey_unknown'>> {
    const { database, removals } = this.#options;
    const isRemoved = await database.transaction((tx) => removals.remove(tx, { user, origin }, passkeyId));
    return isRemoved ? accept(null) : refuse('passkey_unknown');
  }

  /**
   * Creates a challenge for any passkey, or for those of a name. It never reveals whether the name exists or has one, and an
   * unknown name costs the same.
   */
  async beginSignIn(login: string | null): Promise<PasskeyChallenge> {
    if (login === null) return this.#createChallenge(null, []);
    const keys = { userNameKey: toUserNameKey(login), emailKey: toEmailKey(login) };
    const user = await this.#options.records.findByLogin(this.#options.database, keys);
    return this.#createChallenge(user?.userId ?? noUserId, []);
  }

  /** Creates a challenge for a passkey in place of a code: the holder of the token gave the right password. */
  async beginCompletion(pendingToken: string): Promise<Result<PasskeyChallenge, 'sign_in_over'>> {
    const pending = await this.#options.pending.find(pendingToken);
    if (pending?.kind !== 'second_factor') return refuse('sign_in_over');
    const { userId } = pending.user;
    return accept(await this.#createChallenge(userId, await this.list(userId)));
  }

  /** Signs in with a passkey alone. */
  async signIn(answer: PasskeyAnswer, origin: Origin): Promise<Result<Granted, PasskeySignInRefusal>> {
    const { user, owner } = await this.#verify(answer);
    if (!user?.isEmailVerified) {
      if (owner !== null) this.#options.refused.notePasskey(owner, origin);
      return refuse('passkey_wrong');
    }
    if (isClosed(user)) return refuse('locked');
    await this.#options.secondFactor.resetIfDue(user);
    const granted = await this.#options.grants.grant(user, 'passkey', origin);
    return granted ? accept(granted) : refuse('passkey_wrong');
  }

  /** Completes a sign-in that waits for a code. The attempt is claimed before the answer is checked. */
  async completeSignIn(
    pendingToken: string,
    answer: PasskeyAnswer,
    origin: Origin,
  ): Promise<Result<Granted, PasskeySignInRefusal>> {
    const pending = await this.#options.pending.find(pendingToken);
    if (pending?.kind !== 'second_factor' || (await this.#options.pending.claimTry(pending)) === null)
      return refuse('sign_in_over');
    const { user } = pending;
    if (!(await this.isAnswerValid(user, answer, origin))) return refuse('passkey_wrong');
    if (!(await this.#options.pending.take(pending))) return refuse('sign_in_over');
    const granted = await this.#options.grants.grant(user, 'password_and_passkey', origin);
    return granted ? accept(granted) : refuse('sign_in_over');
  }

  /** Checks whether the answer is from a passkey of this customer, as re-authentication. Uses up the challenge. */
  async isAnswerValid({ userId }: User, answer: PasskeyAnswer, origin: Origin): Promise<boolean> {
    const isValid = (await this.#verify(answer)).user?.userId === userId;
    if (!isValid) this.#options.refused.notePasskey(userId, origin);
    return isValid;
  }

  async #createChallenge(userId: UserId | null, allowed: readonly PasskeyRow[]): Promise<PasskeyChallenge> {
    const options = await generateAuthenticationOptions({
      rpID: this.#site.rpId,
      userVerification: 'required',
      allowCredentials: allowed.map(toCredential),
    });
    const challengeId = await this.#storeChallenge('sign_in', userId, options.challenge);
    return { options: JSON.stringify(options), challengeId };
  }

  /** @returns the id by which the challenge is taken */
  async #storeChallenge(
    purpose: ChallengePurpose,
    userId: UserId | null,
    challenge: string,
  ): Promise<string> {
    const { database, macs, now } = this.#options;
    const challengeId = randomUUID();
    const row = { challengeId, purpose, userId, hash: hashSecret(challenge), createdAt: millis(now()) };
    const mac = macs.compute(toProvableChallenge(row));
    await insertChallenge(database, { ...row, mac }, this.#findExpiryLimit());
    return challengeId;
  }

  async #verifyNew(user: User, response: string) {
    const attestation = readAttestation(response);
    const challenge = attestation && (await this.#takeChallenge('add', readChallenge(attestation)));
    if (!attestation || challenge?.userId !== user.userId) return null;
    return verifyAttestation(attestation, this.#site);
  }

  /** Finds the customer whose passkey gave a valid answer, and whose the passkey is that gave any. */
  async #verify({ challengeId, response }: PasskeyAnswer): Promise<Verified> {
    const assertion = readAssertion(response);
    const challenge = assertion && (await this.#takeChallenge('sign_in', readChallenge(assertion)));
    if (!assertion || challenge?.challengeId !== challengeId) return noOwner;
    const passkey = await findPasskey(this.#options.database, assertion.id);
    if (!passkey || !this.#options.macs.isProved(toProvablePasskey(passkey), passkey.mac)) return noOwner;
    const { userId: owner, passkeyId, counter: counterBefore } = passkey;
    if (challenge.userId !== null && challenge.userId !== owner) return { owner, user: null };
    const counter = await verifyAssertion(assertion, passkey, this.#site);
    if (counter === null) return { owner, user: null };
    const mac = this.#options.macs.compute(toProvablePasskey({ ...passkey, counter }));
    const use = { passkeyId, counterBefore, counter, at: millis(this.#options.now()), mac };
    const isNoted = await notePasskeyUse(this.#options.database, use);
    return { owner, user: isNoted ? await this.#options.records.find(this.#options.database, owner) : null };
  }

  async #takeChallenge(purpose: ChallengePurpose, challenge: string | null) {
    if (challenge === null) return null;
    const taken = await takeChallenge(this.#options.database, {
      purpose,
      hash: hashSecret(challenge),
      since: this.#findExpiryLimit(),
    });
    return taken && this.#options.macs.isProved(toProvableChallenge(taken), taken.mac) ? taken : null;
  }

  #findExpiryLimit() {
    return millis(this.#options.now() - challengeLifeMs);
  }
}

function toCredential({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: [...transports] };
}
