/** Attacks by amounts, sizes and races (rules N and O). */
import { must, mustRefuse, mustRefuseAll } from './attack.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const racers = 20;

function orders(rule: string, tries: string, changes: readonly Readonly<Record<string, unknown>>[]): Attack {
  return {
    rule,
    tries,
    async run(target) {
      const answers = [];
      for (const change of changes) answers.push(await target.call('SendOrder', target.order(change)));
      return mustRefuseAll(answers);
    },
  };
}

async function countOpen({ attacker }: Target): Promise<number> {
  const rows = (await attacker.api.call('GetOpenOrders', {
    OMSId: 1,
    AccountId: attacker.accountId,
  })) as unknown[];
  return rows.length;
}

export const numberAttacks: readonly Attack[] = [
  orders('N2', 'orders a negative, a zero and an absent quantity', [
    { Quantity: '-1' },
    { Quantity: -1 },
    { Quantity: '0' },
    { Quantity: '' },
    { Quantity: null },
  ]),
  orders('N2', 'orders amounts with exponents, signs, commas, spaces and other digits', [
    { Quantity: '1e-3' },
    { Quantity: '+0.01' },
    { Quantity: '0,01' },
    { Quantity: ' 0.01' },
    { Quantity: '٠.٠١' },
    { Quantity: '0x1' },
    { Quantity: 'NaN' },
    { Quantity: 'Infinity' },
  ]),
  orders('N2', 'orders finer than the market allows, to be rounded in its favour', [
    { Quantity: '0.0100000000000000001' },
    { LimitPrice: '90000.0000000001' },
    { LimitPrice: '0.000000000000000001' },
  ]),
  orders('N3', 'orders amounts beyond every number', [
    { Quantity: '9'.repeat(40) },
    { LimitPrice: '9'.repeat(40) },
    { Quantity: '99999999999999999999', LimitPrice: '99999999999999999999' },
    { LimitPrice: '-90000' },
  ]),
  orders('O1', 'sells more ether than it has', [{ Quantity: '1000' }]),
  orders('N5', 'orders on markets, sides and kinds that do not exist', [
    { InstrumentId: 999_999 },
    { InstrumentId: '1; DROP TABLE journal' },
    { Side: 'Both' },
    { Side: 7 },
    { OrderType: 'Free' },
  ]),
  {
    rule: 'O1',
    tries: `sells all its ether ${racers} times at once`,
    async run(target) {
      const before = await countOpen(target);
      const order = target.order({ Quantity: '0.4' });
      const answers = await Promise.all(
        Array.from({ length: racers }, () => target.call('SendOrder', order)),
      );
      const accepted = answers.filter(({ isRefused }) => !isRefused).length;
      const open = (await countOpen(target)) - before;
      await target.call('CancelAllOrders', { OMSId: 1, AccountId: target.attacker.accountId });
      return must(accepted <= 1 && open <= 1, `${accepted} accepted of ${racers}, ${open} open`);
    },
  },
  {
    rule: 'O8',
    tries: `repeats an order's id ${racers} times at once`,
    async run(target) {
      const before = await countOpen(target);
      const order = target.order({ ClientOrderId: Date.now() });
      await Promise.all(Array.from({ length: racers }, () => target.call('SendOrder', order)));
      const open = (await countOpen(target)) - before;
      await target.call('CancelAllOrders', { OMSId: 1, AccountId: target.attacker.accountId });
      return must(open <= 1, `${open} open`);
    },
  },
  {
    rule: 'N6',
    tries: 'sends bodies that are huge, deep, wide or no JSON',
    async run(target) {
      const own = { OMSId: 1, AccountId: target.attacker.accountId };
      const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
      const wide = JSON.stringify({ ...own, List: Array.from({ length: 20_000 }, () => 0) });
      const answers = [];
      for (const body of [
        deep,
        wide,
        '{',
        '',
        '[]',
        'null',
        '"x"',
        '{"OMSId":1}}',
        `{"a":"${'x'.repeat(200_000)}"}`,
      ])
        answers.push(await target.callText('CancelOrder', body));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'N6',
    tries: 'sends a call as a form, which every page may send',
    async run(target) {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        aptoken: target.attacker.api.token ?? '',
      };
      return mustRefuse(await target.send('/AP/CancelAllOrders', { headers, body: 'OMSId=1' }));
    },
  },
  {
    rule: 'N7',
    tries: 'reads a history without an end',
    async run(target) {
      const own = { OMSId: 1, AccountId: target.attacker.accountId };
      const all = await target.call('GetOrders', { ...own, Limit: 1e9, Depth: 1e9 });
      const rows = Array.isArray(all.json) ? all.json.length : 0;
      return must(rows <= 1000, `${rows} rows`);
    },
  },
];
