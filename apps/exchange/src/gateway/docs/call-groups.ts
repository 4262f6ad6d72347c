/** Chapters of the API documents: which calls belong together, and in which order they are told. */
import type { Call } from '../calls/call.ts';

export type CallGroup = {
  /** Stands in addresses: `/docs#orders`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly calls: readonly Call[];
};

/** A call is of the first chapter whose words its name holds, so that a new call finds its place by itself. */
const chapters = [
  {
    id: 'subscriptions',
    title: 'Subscriptions',
    about: 'Made on a socket. The answer is the state of now, the events are its changes.',
    holds: /^(?:un)?subscribe/i,
  },
  {
    id: 'api-keys',
    title: 'API keys',
    about: 'What programs sign in with. Only the customer in person makes and changes keys.',
    holds: /apikey|userpermissions|permissionlist|marketdatapermissions/i,
  },
  {
    id: 'second-factor',
    title: 'Second factor and passkeys',
    about: 'Codes of an authenticator app, recovery codes, and passkeys.',
    holds: /2fa|secondfactor|passkey|recoverycodes/i,
  },
  {
    id: 'registration',
    title: 'Registration and passwords',
    about:
      'From a name and a password to a confirmed e-mail address, and back in after a forgotten password.',
    holds: /register|confirmuseremail|verificationemail|resetpassword|validatecode|unlock/i,
  },
  {
    id: 'sign-in',
    title: 'Sign-in and session',
    about: 'From a password or a key to a session token, and the end of it.',
    holds: /^(?:ping|healthcheck|webauth|authenticate|reauth|logout|getcaptcha)/i,
  },
  {
    id: 'verification',
    title: 'Verification and limits',
    about: 'How far an identity is verified, what each level allows, and how to reach the next one.',
    holds: /kyc|verificationlevel|levelrequest|leveldocument|createaccesstoken|brazil|accountlink|limits/i,
  },
  {
    id: 'fees',
    title: 'Fees',
    about: 'What orders, deposits and withdrawals cost.',
    holds: /fee/i,
  },
  {
    id: 'deposits',
    title: 'Deposits',
    about: 'Where money comes in, and the tickets of what came.',
    holds: /deposit/i,
  },
  {
    id: 'withdrawals',
    title: 'Withdrawals',
    about: 'Saved destinations, and the tickets of what goes out.',
    holds: /withdraw/i,
  },
  {
    id: 'orders',
    title: 'Orders and trades',
    about: 'Placing, changing and cancelling orders, and what became of them.',
    holds: /order(?!book)|sendcancel|accounttrades|tradeshistory|quote|tradereport|blocktrade/i,
  },
  {
    id: 'market-data',
    title: 'Market data',
    about: 'Prices, books, trades and candles. Nobody needs to sign in for them.',
    holds: /level1|level2|l2snapshot|^summary$|^ticker$|^assets$|^orderbook$|trades|ticker|earliesttick/i,
  },
  {
    id: 'instruments',
    title: 'Instruments and products',
    about: 'What can be owned, what can be traded, and in which steps.',
    holds: /instrument|product|^getenums$|^getoms/i,
  },
  {
    id: 'accounts',
    title: 'Accounts and balances',
    about: 'What an account holds, and every entry that made it so.',
    holds: /account|position|transaction|ledger|transfer/i,
  },
  {
    id: 'user',
    title: 'The customer',
    about: 'The person behind the account: sessions, devices, activity and settings.',
    holds: /user|device|report|session/i,
  },
] as const;

/** In the order they are read, from signing in to listening. */
const order = [
  'sign-in',
  'second-factor',
  'registration',
  'user',
  'api-keys',
  'verification',
  'instruments',
  'market-data',
  'accounts',
  'orders',
  'fees',
  'deposits',
  'withdrawals',
  'subscriptions',
] as const satisfies readonly (typeof chapters)[number]['id'][];

/** Every call in its chapter; within one in the order of the registry. Chapters without calls are left out. */
export function groupsOf(calls: readonly Call[]): readonly CallGroup[] {
  const chapterOf = (call: Call) => chapters.find(({ holds }) => holds.test(call.name))?.id ?? 'user';
  return order
    .map((id) => {
      const { title, about } = chapters.find((chapter) => chapter.id === id) ?? { title: id, about: '' };
      return { id, title, about, calls: calls.filter((call) => chapterOf(call) === id) };
    })
    .filter((group) => group.calls.length > 0);
}
