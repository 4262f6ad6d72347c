/** Keys of the attacker's own as passkeys of customers, to get the caps of withdrawals that customers signed. */
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import { createPasskey } from '@salar/approvals/test-signers';
import { userId } from '@salar/protocol';
import type { SignRequest } from '@salar/services';
import { isAllowed } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { chains, passkeyRules, products } from './drill-policy.ts';

const { site, registrationsPerDay } = passkeyRules;
const ether = 10n ** 18n;
const eth = { chainId: chains.ethereum, productId: products.eth } as const;

/** The names of the keys and of the customers are the same in every run of the attempt. */
const keys = Array.from({ length: registrationsPerDay + 1 }, (_, place) =>
  createPasskey({ site, name: `key ${place}` }),
);
type Key = (typeof keys)[number];
const firstOwner = userId(1);
/** The keys that stay registered, two registrations of the first one included, and the customers that they are registered for. */
const registered = new Map(
  keys.slice(2, registrationsPerDay).map((key, place) => [userId(place + 10), key] as const),
);

/** The customers for whom the attacker has a passkey after the attempt. */
export const passkeyOwners = [firstOwner, ...registered.keys()] as const;

/** Signs a payment with the attacker's own key for its customer. */
export function signByOwn(request: SignRequest): SignRequest {
  const { userId: owner } = request.ticket;
  const key = owner === firstOwner ? keys[0] : registered.get(owner);
  if (key === undefined) throw new Error(`the attacker has no passkey for customer ${owner}`);
  return signBy(key, request);
}

function signBy(key: Key, request: SignRequest): SignRequest {
  const text = formatWithdrawalText(request.ticket, { symbol: 'ETH', decimals: 18 }, site);
  if (!text.ok) throw new Error(text.refusal);
  return { ...request, passkeySignature: key.sign(text.value) };
}

/** Nothing that the attacker registers counts before a day has passed, by the signer's own clock. */
export const passkeyAttempt: Attempt = {
  name: 'passkeys of its own for customers',
  async run(_, attacker) {
    const steps: Step[] = [];
    const [first, second] = keys;
    if (first === undefined || second === undefined) throw new Error('there are keys');
    const large = (customer = 1) => attacker.forge({ ...eth, net: 5n * ether, userId: userId(customer) });
    const pay = async (tries: string, request: SignRequest, expected: string) => {
      const outcome = await attacker.request(request);
      const alert = `refused sign: ${expected} (ticket ${request.ticket.ticketId})`;
      steps.push({ tries, outcome, expected, alert });
    };
    const register = async (tries: string, key: Key, customer: number, expected: string) => {
      const { credentialId, publicKey } = key.key;
      const answer = await attacker.client.registerPasskey({
        userId: userId(customer),
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
      });
      const outcome = answer.ok ? 'registered' : answer.refusal;
      const report =
        expected === 'registered'
          ? { unreported: isAllowed }
          : { alert: `refused registerPasskey: ${expected} (customer ${customer})` };
      steps.push({ tries, outcome, expected, ...report });
    };

    await pay('a payment signed by a key that nobody registered', signBy(first, large()), 'passkey_unknown');
    await register('registers it for a customer', first, 1, 'registered');
    await pay('the payment again', signBy(first, large()), 'passkey_too_new');
    await pay('a small one', signBy(first, attacker.forge({ ...eth, net: 1n })), 'passkey_too_new');
    await register('registers it for another customer', first, 2, 'passkey_of_another');
    const sameId = { ...second, key: { ...second.key, credentialId: first.key.credentialId } };
    await register('registers another key under its id', sameId, 1, 'passkey_of_another');
    await pay('a payment of another customer', signBy(first, large(2)), 'passkey_unknown');
    await attacker.client.removePasskey({ userId: userId(1), credentialId: first.key.credentialId });
    await pay('a payment after the key was removed', signBy(first, large()), 'passkey_unknown');
    await register('registers it again', first, 1, 'registered');
    await pay('a payment with the key registered again', signBy(first, large()), 'passkey_too_new');
    const forged = { ...large(), passkeySignature: 'webauthn AA AA AA AA' };
    await pay('a signature of nothing', forged, 'passkey_unknown');
    await pay('no signature at all', { ...large(), passkeySignature: 'none' }, 'passkey_signature_invalid');
    for (const [owner, key] of registered)
      await register(`a key for customer ${owner}`, key, owner, 'registered');
    const last = keys.at(-1) ?? first;
    await register('one more within the day', last, 99, 'registrations_exceeded');
    return steps;
  },
};
