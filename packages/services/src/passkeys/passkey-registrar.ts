/**
 * Passes customers' passkeys on to the signer: new ones, from when on they age, and removed ones, which end at once. The rows are
 * written with the change itself, so none is lost while the signer cannot be reached.
 */
import type { Queryable } from '@salar/store';
import {
  deletePasskeyRemoval,
  listPasskeyRemovals,
  listUnregisteredPasskeys,
  notePasskeyRefused,
  notePasskeyRegistered,
} from '@salar/store/tables/sign-in/passkey-registrations';
import type { UnregisteredPasskey } from '@salar/store/tables/sign-in/passkey-registrations';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Log } from '../ports/log.ts';
import type { PasskeyRegistry } from '../ports/passkey-registry.ts';
import { TicketsNotReady } from '../tickets/chain-access.ts';
import { toProvablePasskey, toProvableRemoval } from './passkey-proof.ts';

const rowsPerTurn = 200;

type PasskeyRegistrarOptions = {
  readonly database: Queryable;
  /** Throws TicketsNotReady until the signer is connected. */
  readonly registry: () => PasskeyRegistry;
  /** Proves the rows of passkeys. */
  readonly macs: RowMacs;
  readonly log: Log;
};

export class PasskeyRegistrar {
  readonly #options: PasskeyRegistrarOptions;

  constructor(options: PasskeyRegistrarOptions) {
    this.#options = options;
  }

  /** Passes on what is due; nothing until the signer is connected. @throws SignerUnavailable when it does not answer */
  async work(): Promise<void> {
    const registry = this.#findRegistry();
    if (registry === null) return;
    await this.#remove(registry);
    await this.#register(registry);
  }

  #findRegistry(): PasskeyRegistry | null {
    try {
      return this.#options.registry();
    } catch (error) {
      if (error instanceof TicketsNotReady) return null;
      throw error;
    }
  }

  async #remove(registry: PasskeyRegistry): Promise<void> {
    const { database, log, macs } = this.#options;
    for (const removal of await listPasskeyRemovals(database, rowsPerTurn)) {
      const { userId, credentialId } = removal;
      if (!macs.isProved(toProvableRemoval(removal), removal.mac)) {
        await deletePasskeyRemoval(database, credentialId); // written by somebody else
        continue;
      }
      const removed = await registry.removePasskey({ userId, credentialId });
      if (!removed.ok)
        log.error({ userId, refusal: removed.refusal }, 'ALERT: the signer does not remove a passkey');
      await deletePasskeyRemoval(database, credentialId);
    }
  }

  async #register(registry: PasskeyRegistry): Promise<void> {
    for (const passkey of await listUnregisteredPasskeys(this.#options.database, rowsPerTurn))
      if (!(await this.#registerOne(registry, passkey))) return;
  }

  /** @returns false when no other passkey can be registered now */
  async #registerOne(registry: PasskeyRegistry, passkey: UnregisteredPasskey): Promise<boolean> {
    const { database, log, macs } = this.#options;
    const { passkeyId, userId, credentialId, publicKey } = passkey;
    if (!macs.isProved(toProvablePasskey(passkey), passkey.mac)) return true; // written by somebody else
    const answer = await registry.registerPasskey({
      userId,
      credentialId,
      publicKey: publicKey.toString('base64url'),
    });
    if (answer.ok) {
      await notePasskeyRegistered(database, { passkeyId, countsFrom: answer.value.countsFrom });
      return true;
    }
    const { refusal } = answer;
    if (refusal === 'registrations_exceeded' || refusal === 'customer_registrations_exceeded') {
      log.warn({ userId, refusal }, 'the signer records this passkey later');
      return refusal === 'customer_registrations_exceeded';
    }
    if (refusal === 'policy_without_passkeys') {
      log.warn({}, "the signer's policy has no passkeys: they raise no cap");
      return false;
    }
    log.error({ userId, refusal }, 'ALERT: the signer does not accept a passkey');
    await notePasskeyRefused(database, { passkeyId, refusal });
    return true;
  }
}
