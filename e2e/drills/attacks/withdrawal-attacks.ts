/** Attacks on withdrawals and destinations (rules W). */
import { must, mustRefuse, mustRefuseAll } from './attack.ts';
import type { Attack } from './attack.ts';
import { createReceiver } from './target.ts';

const racers = 20;
const zeroAddress = `0x${'0'.repeat(40)}`;

export const withdrawalAttacks: readonly Attack[] = [
  {
    rule: 'W3',
    tries: 'withdraws to a zero address, one with a wrong checksum, and to what is no address',
    async run(target) {
      const wrong = createReceiver()
        .replace(/[a-f]/, (digit) => digit.toUpperCase())
        .replace(/[A-F](?=[^A-F]*$)/, (digit) => digit.toLowerCase());
      const answers = [];
      for (const to of [
        zeroAddress,
        wrong,
        '0x1',
        '',
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        '../../etc/passwd',
      ])
        answers.push(await target.call('CreateWithdrawTicket', target.withdrawal({}, to)));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'W4',
    tries: 'withdraws less than the fee, nothing, a negative amount and more than it has',
    async run(target) {
      const answers = [];
      for (const Amount of ['0.0000001', '0', '-1', '1000000', '1e-2', '0.0100000000000000000001'])
        answers.push(await target.call('CreateWithdrawTicket', target.withdrawal({ Amount })));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'G5',
    tries: 'withdraws ether through the rail of another product',
    run: async (target) =>
      mustRefuseAll([
        await target.call('CreateWithdrawTicket', target.withdrawal({ ProductId: 1 })),
        await target.call('CreateWithdrawTicket', target.withdrawal({ AccountProviderId: 10 })),
        await target.call('CreateWithdrawTicket', target.withdrawal({ AccountProviderId: 999_999 })),
        await target.call('CreateWithdrawTicket', target.withdrawal({ TemplateType: 'CopBankTransfer' })),
      ]),
  },
  {
    rule: 'W4',
    tries: `withdraws all its ether ${racers} times at once`,
    async run(target) {
      const { api, accountId } = target.attacker;
      const answers = await Promise.all(
        Array.from({ length: racers }, () =>
          target.call('CreateWithdrawTicket', target.withdrawal({ Amount: '0.4' })),
        ),
      );
      const accepted = answers.filter(({ isRefused }) => !isRefused);
      for (const { json } of accepted)
        await api.call('CancelWithdraw', {
          OMSId: 1,
          AccountId: accountId,
          RequestCode: (json as { detail: string }).detail,
        });
      return must(accepted.length <= 1, `${accepted.length} accepted of ${racers}`);
    },
  },
  {
    rule: 'G3',
    tries: "withdraws to the victim's saved destination, by its id",
    run: async (target) => {
      const TemplateForm = JSON.stringify({ AccountWithdrawInfoId: target.victim.destination });
      return mustRefuse(await target.call('CreateWithdrawTicket', target.withdrawal({ TemplateForm })));
    },
  },
  {
    rule: 'G8',
    tries: 'sends the status, the fee and the approval of its own withdrawal along',
    async run(target) {
      const { api, accountId } = target.attacker;
      const claims = {
        Status: 'Accepted',
        FeeAmount: '0',
        FeeAmt: '0',
        AutoWithdraw: true,
        Approved: true,
        Level: 4,
      };
      const answer = await target.call('CreateWithdrawTicket', target.withdrawal(claims));
      const ticket = {
        OMSId: 1,
        AccountId: accountId,
        RequestCode: (answer.json as { detail: string }).detail,
      };
      const row = (await api.call('GetWithdrawTicket', ticket)) as Record<string, string>;
      await api.call('CancelWithdraw', ticket);
      return must(
        row['Status'] === 'Pending2Fa' && Number(row['FeeAmt']) > 0,
        `${row['Status']}, fee ${row['FeeAmt']}`,
      );
    },
  },
  {
    rule: 'W1',
    tries: 'withdraws without a verified identity',
    async run(target) {
      const { api, accountId } = await target.createCustomer('unverified', 0);
      const withdrawal = { ...target.withdrawal(), AccountId: accountId };
      return mustRefuse(await target.call('CreateWithdrawTicket', withdrawal, api.token));
    },
  },
  {
    rule: 'F5',
    tries: 'withdraws with a passkey that it made up',
    async run(target) {
      const PasskeyResponse = JSON.stringify({
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
      });
      return mustRefuse(await target.call('CreateWithdrawTicket', target.withdrawal({ PasskeyResponse })));
    },
  },
  {
    rule: 'W6',
    tries: "confirms the victim's withdrawal with the code of its own",
    async run(target) {
      const { api, accountId, email } = target.attacker;
      const created = await target.call('CreateWithdrawTicket', target.withdrawal());
      const ticket = {
        OMSId: 1,
        AccountId: accountId,
        RequestCode: (created.json as { detail: string }).detail,
      };
      const { links } = await api.mailTo(email, /withdraw|retiro|saque/i);
      const link = new URL(links.find((one) => one.includes('/confirm-withdraw')) ?? target.url);
      const VerifyCode = link.searchParams.get('verifycode') ?? '';
      const answer = await target.call('ConfirmWithdraw', { UserId: target.victim.userId, VerifyCode });
      await api.call('CancelWithdraw', ticket);
      return mustRefuseAll([
        answer,
        await target.call('ConfirmWithdraw', { UserId: target.attacker.userId, VerifyCode }),
      ]);
    },
  },
  {
    rule: 'S2',
    tries: 'withdraws from another network with a token that it has taken from a browser',
    run: async (target) =>
      mustRefuse(
        await target.send('/AP/CreateWithdrawTicket', {
          headers: { 'content-type': 'application/json', aptoken: target.attacker.api.token ?? '' },
          body: JSON.stringify(target.withdrawal()),
          from: '127.9.9.9',
        }),
      ),
  },
  {
    rule: 'D1',
    tries: 'has deposits credited by calls and by webhooks without a signature',
    async run(target) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({
        type: 'applicantReviewed',
        externalUserId: String(target.attacker.userId),
        reviewResult: { reviewAnswer: 'GREEN' },
      });
      return mustRefuseAll([
        await target.call('CreateDepositTicket', {
          OMSId: 1,
          AccountId: target.attacker.accountId,
          Amount: '10',
          AssetId: 2,
        }),
        await target.send('/kyc/sumsub', { headers, body }),
        await target.send('/hooks/avenia', { headers, body }),
      ]);
    },
  },
];
