/** The texts of the cards of the verification page, and the customer's progress on them. */
import type { Product } from '@salar/engine';
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { expect, test } from 'vitest';
import { buildLevelCards, findCardProgress } from './level-cards.ts';
import type { LevelForms, LevelProgress } from './level-cards.ts';

const limits: Readonly<Record<number, readonly [day: Minor | null, month: Minor | null]>> = {
  0: [minor(0n), minor(0n)],
  1: [minor(1_000_000_000n), minor(1_000_000_000n)],
  2: [minor(12_000_000_000n), minor(100_000_000_000n)],
  3: [minor(36_000_000_000n), minor(640_000_000_000n)],
  4: [null, null],
};
const pesos = { symbol: 'COP', decimals: 2 } as Product;

function buildCards(forms: LevelForms = {}) {
  return buildLevelCards({
    view: {
      levelLimits: (level) => {
        const [dailyLimit = null, monthlyLimit = null] = limits[level] ?? [];
        return { dailyLimit, monthlyLimit };
      },
    },
    notional: pesos,
    forms,
    language: 'en',
  });
}
function listProgress(own: Partial<LevelProgress>, forms: LevelForms = {}) {
  const whole: LevelProgress = {
    level: 0,
    accountType: 'Natural person',
    reviewComment: null,
    hasSentIdentity: false,
    isRefused: false,
    requests: [],
    ...own,
  };
  return buildCards(forms).map((card) => findCardProgress(card, forms, whole));
}

// covers: levels.1, levels.2, levels.6, levels.7
test.each([
  [0, ['Look around and follow prices', 'No deposits or withdrawals']],
  [
    1,
    [
      'Unlimited crypto deposits',
      'Withdrawals, in crypto or to a bank, up to 10,000,000 COP a day',
      'Withdrawals, in crypto or to a bank, up to 10,000,000 COP a month',
    ],
  ],
  [
    2,
    [
      'Unlimited crypto deposits',
      'Withdrawals up to 120,000,000 COP a day',
      'Withdrawals up to 1,000,000,000 COP a month',
    ],
  ],
  [
    3,
    [
      'Unlimited crypto deposits',
      'Withdrawals up to 360,000,000 COP a day',
      'Withdrawals up to 6,400,000,000 COP a month',
    ],
  ],
  [4, ['Unlimited crypto deposits', 'Unlimited within the company liquidity quota']],
])('level %i has the benefits %j', (level, benefits) => {
  expect(buildCards()[level]?.benefits).toEqual(benefits);
});

const five = ['Level 1 approval', 'ID', 'Proof of residence', 'Bank certificate', 'Source-of-funds form'];
// covers: levels.8
test('a person needs five things for level 2', () => {
  expect(buildCards()[2]?.requirements['Natural person']).toEqual(five);
});

// covers: levels.9
test.each([2, 3, 4])('a company needs seven more documents', (level) => {
  expect(buildCards()[level]?.requirements['Legal entity']).toEqual([
    ...five,
    'Existence certificate, within 30 days',
    'Tax registry, within 90 days',
    'Beneficial owner register, within 90 days',
    'Bank statements of the last 3 months',
    'Last 3 invoices',
    "Last year's tax return",
    "Last year's financial statements",
  ]);
});

test('levels 3 and 4 are for companies', () => {
  expect(buildCards().map(({ userTypes }) => userTypes.length)).toEqual([2, 2, 2, 1, 1]);
  expect(buildCards()[3]?.userTypes).toEqual(['Legal entity']);
});

// covers: verification.5, verification.8
test('reached levels are verified, and a level is under review only after something was sent for it', () => {
  const statuses = (own: Partial<LevelProgress>) => listProgress(own).map(({ status }) => status);
  const [open, review, done] = ['Not Started', 'Under Review', 'Verified'];
  expect(statuses({ level: 0 })).toEqual([open, open, open, open, open]);
  expect(statuses({ level: 0, hasSentIdentity: true })).toEqual([open, review, open, open, open]);
  expect(statuses({ level: 2 })).toEqual([done, done, done, open, open]);
  expect(statuses({ level: 4 })).toEqual([done, done, done, done, done]);
  const request = (status: 'Draft' | 'Submitted' | 'Returned') =>
    statuses({ level: 1, requests: [{ level: 2, status, comment: null }] })[2];
  expect([request('Draft'), request('Submitted'), request('Returned')]).toEqual([open, review, review]);
});

// covers: verification.15
test('a level with documents requires level 1, and only companies reach levels 3 and 4', () => {
  const actions = (own: Partial<LevelProgress>) => listProgress(own).map(({ action }) => action);
  expect(actions({ level: 0 })).toEqual([null, 'start', null, null, null]);
  expect(actions({ level: 1 })).toEqual([null, null, 'request', null, null]);
  expect(actions({ level: 1, accountType: 'Legal entity' })).toEqual([
    null,
    null,
    'request',
    'request',
    'request',
  ]);
});

// covers: verification.16
test('with an external form levels 3 and 4 are upgraded there', () => {
  const forms = { 3: 'https://forms.example/3', 4: 'https://forms.example/4' } as const;
  const [, , , three, four] = buildCards(forms);
  expect([three?.buttonText, three?.formLink]).toEqual(['Upgrade', forms[3]]);
  expect([four?.buttonText, four?.formLink]).toEqual(['Upgrade', forms[4]]);
  expect(listProgress({}, forms).map(({ action }) => action)).toEqual([null, 'start', null, 'form', 'form']);
});
