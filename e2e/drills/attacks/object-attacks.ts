/** Attacks on other customers' objects, by their ids (rules G). */
import { TestSocket } from '@salar/exchange/tests/support/test-socket';
import { loot, must, mustEqual, mustRefuse, mustRefuseAll, nothing } from './attack.ts';
import type { Attack } from './attack.ts';
import type { Answer, Target } from './target.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call with an id of the victim, which must be answered like one with an id that does not exist. */
function foreign(
  rule: string,
  tries: string,
  name: string,
  build: (target: Target) => { readonly theirs: Fields; readonly missing: Fields },
): Attack {
  return {
    rule,
    tries,
    async run(target) {
      const { theirs, missing } = build(target);
      const answer = await target.call(name, { OMSId: 1, ...theirs });
      const refusal = mustRefuse(answer);
      if (refusal.got !== null) return refusal;
      return mustEqual(answer, await target.call(name, { OMSId: 1, ...missing }));
    },
  };
}

const noId = '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f';
const noNumber = 999_999_999;

/** Reads a list of another account. */
function foreignList(name: string): Attack {
  return foreign('G3', `reads ${name} of the victim's account`, name, ({ victim }) => ({
    theirs: { AccountId: victim.accountId },
    missing: { AccountId: noNumber },
  }));
}

const reads = [
  'GetAccountPositions',
  'GetAccountInfo',
  'GetOpenOrders',
  'GetOrders',
  'GetTradesHistory',
  'GetAccountTransactions',
  'GetDeposits',
  'GetWithdrawTickets',
  'GetAccountWithdrawInfos',
].map(foreignList);

const changes: readonly Attack[] = [
  foreign('G3', "cancels the victim's order", 'CancelOrder', ({ victim, attacker }) => ({
    theirs: { AccountId: attacker.accountId, OrderId: victim.orderId },
    missing: { AccountId: attacker.accountId, OrderId: noNumber },
  })),
  foreign('G3', "lowers the victim's order", 'ModifyOrder', ({ victim, attacker, instrument }) => {
    const own = { AccountId: attacker.accountId, InstrumentId: instrument, Quantity: '0.001' };
    return { theirs: { ...own, OrderId: victim.orderId }, missing: { ...own, OrderId: noNumber } };
  }),
  foreign('G3', "replaces the victim's order", 'CancelReplaceOrder', (target) => ({
    theirs: target.order({ OrderIdToReplace: target.victim.orderId }),
    missing: target.order({ OrderIdToReplace: noNumber }),
  })),
  foreign('G3', "looks at the victim's order", 'GetOrderStatus', ({ victim, attacker }) => ({
    theirs: { AccountId: attacker.accountId, OrderId: victim.orderId },
    missing: { AccountId: attacker.accountId, OrderId: noNumber },
  })),
  foreign('G4', "cancels every order of the victim's account", 'CancelAllOrders', ({ victim }) => ({
    theirs: { AccountId: victim.accountId },
    missing: { AccountId: noNumber },
  })),
  foreign('G4', "sells the victim's ether", 'SendOrder', (target) => ({
    theirs: target.order({ AccountId: target.victim.accountId }),
    missing: target.order({ AccountId: noNumber }),
  })),
  foreign('G3', "reads the victim's withdrawal", 'GetWithdrawTicket', ({ victim, attacker }) => ({
    theirs: { AccountId: attacker.accountId, RequestCode: victim.ticket },
    missing: { AccountId: attacker.accountId, RequestCode: noId },
  })),
  foreign('G3', "cancels the victim's withdrawal", 'CancelWithdraw', ({ victim, attacker }) => ({
    theirs: { AccountId: attacker.accountId, RequestCode: victim.ticket },
    missing: { AccountId: attacker.accountId, RequestCode: noId },
  })),
  foreign('G3', "deletes the victim's destination", 'DeleteAccountWithdrawInfo', ({ victim, attacker }) => ({
    theirs: { AccountId: attacker.accountId, AccountWithdrawInfoId: victim.destination },
    missing: { AccountId: attacker.accountId, AccountWithdrawInfoId: noId },
  })),
  foreign('G4', "withdraws from the victim's account", 'CreateWithdrawTicket', (target) => ({
    theirs: target.withdrawal({ AccountId: target.victim.accountId }),
    missing: target.withdrawal({ AccountId: noNumber }),
  })),
  foreign('G3', "gets the victim's deposit address", 'GetDepositInfo', ({ victim }) => ({
    theirs: { AccountId: victim.accountId, ProductId: 2 },
    missing: { AccountId: noNumber, ProductId: 2 },
  })),
  foreign('G3', "deletes the victim's API key", 'RemoveUserAPIKey', ({ victim, attacker }) => ({
    theirs: { UserId: attacker.userId, APIKey: victim.apiKey },
    missing: { UserId: attacker.userId, APIKey: 'aa11bb22cc33dd44ee55ff6600112233' },
  })),
  foreign('G3', "ends the victim's session", 'EndUserSession', ({ victim }) => ({
    theirs: { SessionId: victim.sessionId },
    missing: { SessionId: noId },
  })),
  foreign('G3', "reads the victim's settings", 'GetUserConfig', ({ victim }) => ({
    theirs: { UserId: victim.userId },
    missing: { UserId: noNumber },
  })),
];

const malformedIds: readonly unknown[] = [null, 0, -1, '', '1 OR 1=1', 1.5, true, [1], { $gt: 0 }];

/** Whether an answer has something of the victim. */
function hasVictim({ text }: Answer, { victim }: Target): boolean {
  return [victim.userName, victim.ticket, `"AccountId":${victim.accountId}`].some((part) =>
    text.includes(part),
  );
}

export const objectAttacks: readonly Attack[] = [
  ...reads,
  ...changes,
  {
    rule: 'G6',
    tries: 'widens a list by an account id that is missing or malformed',
    async run(target) {
      for (const AccountId of malformedIds) {
        const answer = await target.call('GetWithdrawTickets', { OMSId: 1, AccountId });
        if (answer.status === 429) throw new Error('too many requests: the attack was not tried');
        if (hasVictim(answer, target)) return loot(`the victim's rows with ${JSON.stringify(AccountId)}`);
      }
      return nothing('nothing of another account');
    },
  },
  {
    rule: 'G7',
    tries: 'claims to be an operator, and another exchange',
    async run(target) {
      const claims = { AccountId: target.victim.accountId, OperatorId: 1 };
      return mustRefuseAll([
        await target.call('GetAccountPositions', { OMSId: 1, ...claims }),
        await target.call('GetAccountPositions', { OMSId: 2, AccountId: target.attacker.accountId }),
      ]);
    },
  },
  {
    rule: 'G8',
    tries: 'pollutes prototypes and repeats keys in a body',
    async run(target) {
      const own = `"OMSId":1,"AccountId":${target.attacker.accountId}`;
      const theirs = target.victim.accountId;
      const bodies = [
        `{${own},"__proto__":{"AccountId":${theirs}}}`,
        `{${own},"constructor":{"prototype":{"AccountId":${theirs}}}}`,
        `{${own},"AccountId":${theirs}}`,
      ];
      const answers = [];
      for (const body of bodies) answers.push(await target.callText('GetWithdrawTickets', body));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'G8',
    tries: 'gives itself a level and a verified identity by its settings',
    async run(target) {
      const entries = {
        Use2FA: 'false',
        levelIncreaseStatus: 'pass',
        VerificationLevel: '4',
        KYC: 'approved',
      };
      const answers = [];
      for (const [Key, Value] of Object.entries(entries)) {
        const body = { UserId: target.attacker.userId, Config: [{ Key, Value }] };
        answers.push(await target.call('SetUserConfig', body));
      }
      const { api, accountId } = target.attacker;
      const info = (await api.call('GetAccountInfo', { OMSId: 1, AccountId: accountId })) as Record<
        string,
        string
      >;
      return must(
        info['VerificationLevel'] === '1',
        `level ${info['VerificationLevel']}; ${answers[0]?.summary}`,
      );
    },
  },
  {
    rule: 'G2',
    tries: "subscribes to the events of the victim's account",
    async run(target) {
      const socket = await TestSocket.open(`${target.url.replace('http', 'ws')}/WSGateway`);
      try {
        await socket.call('WebAuthenticateUser', { SessionToken: target.attacker.api.token });
        const answer = await socket.call('SubscribeAccountEvents', {
          OMSId: 1,
          AccountId: target.victim.accountId,
        });
        return must(answer['Subscribed'] !== true, JSON.stringify(answer));
      } finally {
        socket.socket.terminate();
      }
    },
  },
  {
    rule: 'G2',
    tries: 'subscribes to events without signing in',
    async run(target) {
      const socket = await TestSocket.open(`${target.url.replace('http', 'ws')}/WSGateway`);
      try {
        const payload = { OMSId: 1, AccountId: target.victim.accountId };
        const answer = await socket.call('SubscribeAccountEvents', payload);
        return must(answer['Subscribed'] !== true, JSON.stringify(answer));
      } finally {
        socket.socket.terminate();
      }
    },
  },
  {
    rule: 'G1',
    tries: 'calls what is not declared: operators’ calls, inherited names',
    async run(target) {
      const names = [
        'SubmitAccountLedgerEntry',
        'CreateDepositTicket',
        'SetUserVerificationLevel',
        'AddProduct',
      ];
      const answers = [];
      for (const name of [...names, 'toString', 'constructor', '__proto__', 'hasOwnProperty'])
        answers.push(await target.call(name, { OMSId: 1, AccountId: target.attacker.accountId }));
      return mustRefuseAll(answers);
    },
  },
];
