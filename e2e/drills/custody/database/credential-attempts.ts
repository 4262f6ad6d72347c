/** Attempts to act as a customer: sessions, passwords, mailed codes and mails, API keys and passkeys. */
import { createHash, randomBytes } from 'node:crypto';
import { signHeaders } from '@salar/exchange/tests/support/test-keys';
import { Api } from '../../../support/api.ts';
import { createApiKey } from '../../../support/api-key-client.ts';
import { refusedRowOf } from './attempt.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { addPasskey, requestWithdrawal, trySignIn, trySignInWithPasskey } from './customer-acts.ts';

const secondMs = 1_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const sessions: readonly DatabaseAttempt[] = [
  {
    tries: 'a session of a customer with a token that it knows',
    expected: '401',
    ...refusedRowOf('user_session'),
    async run(attacked) {
      const token = `sal_s_${randomBytes(32).toString('base64url')}`;
      await attacked.write(
        `INSERT INTO user_session (token_hash, user_id, created_at, used_at, proved_at, mac)
         VALUES (sha256('${token}'), ${attacked.victim.userId}, ${Date.now()}, ${Date.now()}, ${Date.now()}, sha256('x'))`,
      );
      return new Api(attacked.url, token).call('GetUserInfo', {}).then(
        () => 'signed in',
        () => '401',
      );
    },
  },
  {
    tries: 'its own password hash for a customer',
    expected: 'not signed in',
    ...refusedRowOf('app_user'),
    async run(attacked) {
      const { userId, password } = attacked.thief;
      const { userId: victimId } = attacked.victim;
      const [kept] = await attacked.read<{ hash: string }>(
        `SELECT password_hash AS hash FROM app_user WHERE user_id = ${victimId}`,
      );
      await attacked.write(
        `UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE user_id = ${userId})
         WHERE user_id = ${victimId}`,
      );
      const outcome = await trySignIn(attacked, { ...attacked.victim, password });
      await attacked.write(
        `UPDATE app_user SET password_hash = '${kept?.hash ?? ''}' WHERE user_id = ${victimId}`,
      );
      return outcome;
    },
  },
];

const codes: readonly DatabaseAttempt[] = [
  {
    tries: 'a mailed code of its own for another password of a customer',
    expected: 'refused',
    unreported: 'a wrong code may have been mistyped',
    async run(attacked) {
      const { userId } = attacked.victim;
      const now = Date.now();
      await attacked.write(
        `INSERT INTO email_code (user_id, purpose, code_hash, created_at, expires_at)
         VALUES (${userId}, 'reset_password', sha256('my own code'), ${now}, ${now + 600 * secondMs})`,
      );
      const body = { UserId: userId, PendingCode: 'my own code', Password: 'Ajena-y-falsa-2026' };
      const answer = (await attacked.victim.api.call('ResetPassword2', body)) as { result: boolean };
      await attacked.write(`DELETE FROM email_code WHERE user_id = ${userId}`);
      return answer.result ? 'another password' : 'refused';
    },
  },
  {
    tries: "a code of its own for a customer's withdrawal that waits for the mailed link",
    expected: 'Pending2Fa',
    alert: 'the code of a withdrawal was changed in the database, and is refused',
    async run(attacked) {
      const { victim } = attacked;
      const { ticketId, result, refusal } = await requestWithdrawal(attacked, victim, {
        ExternalAddress: attacked.newReceiver(),
      });
      if (!result) return refusal;
      await attacked.write(
        `UPDATE withdrawal SET code_hash = '\\x${sha256('my own code')}' WHERE ticket_id = ${ticketId}`,
      );
      await victim.api.call('ConfirmWithdraw', { UserId: victim.userId, VerifyCode: 'my own code' });
      return attacked.status(ticketId);
    },
  },
  {
    tries: "a customer's mail, sent to its own address",
    expected: 'not sent',
    alert: 'a mail was changed in the database, and is not sent',
    async run(attacked) {
      const { userName, userId } = attacked.victim;
      const own = `mallory${userId}@example.test`;
      await attacked.write(
        'CREATE FUNCTION redirect_mail() RETURNS trigger LANGUAGE plpgsql AS' +
          ` $$ BEGIN new.recipient := '${own}'; RETURN new; END $$`,
        'CREATE TRIGGER redirect BEFORE INSERT ON mail_outbox FOR EACH ROW EXECUTE FUNCTION redirect_mail()',
      );
      await attacked.victim.api.call('ResetPassword', { UserName: userName });
      await attacked.settle();
      await attacked.write('DROP TRIGGER redirect ON mail_outbox');
      return (await attacked.victim.api.mailsTo(own)).length === 0 ? 'not sent' : 'sent';
    },
  },
];

const keys: readonly DatabaseAttempt[] = [
  {
    tries: "its own API key in a customer's name",
    expected: 'refused',
    ...refusedRowOf('api_key'),
    async run(attacked) {
      const { APIKey: apiKey, APISecret: secret } = await createApiKey(attacked.thief);
      const { userId } = attacked.victim;
      await attacked.write(`UPDATE api_key SET user_id = ${userId} WHERE api_key = '${apiKey}'`);
      const headers = signHeaders({ apiKey, secret }, { userId });
      const answer = await fetch(`${attacked.url}/AP/Authenticate`, {
        method: 'POST',
        headers: { ...headers },
      });
      const { Authenticated } = (await answer.json()) as { Authenticated?: boolean };
      await attacked.write(`DELETE FROM api_key WHERE api_key = '${apiKey}'`);
      return Authenticated === true ? 'signed in' : 'refused';
    },
  },
  {
    tries: "its own passkey in a customer's name",
    expected: 'not signed in',
    ...refusedRowOf('passkey'),
    async run(attacked) {
      const passkey = await addPasskey(attacked, attacked.thief);
      await attacked.write(
        `UPDATE passkey SET user_id = ${attacked.victim.userId} WHERE user_id = ${attacked.thief.userId}`,
      );
      const outcome = await trySignInWithPasskey(attacked, passkey);
      await attacked.write(`DELETE FROM passkey WHERE user_id = ${attacked.victim.userId}`);
      return outcome;
    },
  },
];

export const credentialAttempts: readonly DatabaseAttempt[] = [...codes, ...keys, ...sessions];
