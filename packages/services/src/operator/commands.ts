/** Every command of operators, as data: what it is called, what it takes, who may use it. */
import type { OperatorPermission } from './permissions.ts';

export type OperatorCommand = {
  /** What stands after the command's words, in order; all are needed. */
  readonly takes: readonly string[];
  /** `--name`: needed or not. */
  readonly options: Readonly<Record<string, 'needed' | 'optional'>>;
  readonly permission: OperatorPermission;
  /** Shown in full, and done only after a yes. */
  readonly asksFirst: boolean;
  readonly summary: string;
};

export const operatorCommands = {
  'operator add': {
    takes: ['name'],
    options: { role: 'needed', customer: 'optional' },
    permission: 'manage operators',
    asksFirst: false,
    summary:
      'makes an operator and shows the secret, once; the first one is made without a name of one’s own',
  },
  'operator list': {
    takes: [],
    options: {},
    permission: 'work here',
    asksFirst: false,
    summary: 'who works here, in which role',
  },
  'operator remove': {
    takes: ['name'],
    options: { reason: 'needed' },
    permission: 'manage operators',
    asksFirst: true,
    summary: 'ends an operator’s access',
  },
  'operator rotate': {
    takes: ['name'],
    options: {},
    permission: 'work here',
    asksFirst: true,
    summary: 'gives an operator a new secret, shown once; others’ secrets are for those who manage operators',
  },
  'withdrawals list': {
    takes: [],
    options: { status: 'optional' },
    permission: 'read tickets',
    asksFirst: false,
    summary: 'open withdrawals, or those of one status, newest first',
  },
  'withdrawals show': {
    takes: ['ticket'],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'a withdrawal with its full destination and its history',
  },
  'withdrawals accept': {
    takes: ['ticket'],
    options: {},
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'lets a withdrawal that waits in AdminProcessing be paid; a large one needs two operators',
  },
  'withdrawals reject': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'ends a withdrawal and gives the money back; the customer reads the reason',
  },
  'withdrawals cancel': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'cancels a withdrawal for the customer, also before its mail was followed',
  },
  'payout list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'bank payouts that wait or are on their way, oldest first',
  },
  'payout start': {
    takes: ['ticket'],
    options: {},
    permission: 'work payouts',
    asksFirst: true,
    summary: 'takes a bank payout: from now on the customer cannot cancel it',
  },
  'payout sent': {
    takes: ['ticket'],
    options: { reference: 'needed' },
    permission: 'work payouts',
    asksFirst: true,
    summary: 'notes that the bank has the payout, under the bank’s reference',
  },
  'payout settled': {
    takes: ['ticket'],
    options: {},
    permission: 'work payouts',
    asksFirst: true,
    summary: 'notes that the receiver has the money',
  },
  'payout returned': {
    takes: ['ticket'],
    options: { reason: 'needed', reference: 'optional' },
    permission: 'work payouts',
    asksFirst: true,
    summary: 'notes that a payout failed; the customer gets the money back and reads the reason',
  },
  'bank credit': {
    takes: [],
    options: { provider: 'needed', customer: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary:
      'credits what a customer has paid in, from a line of the statement; a large one needs two operators',
  },
  'bank fund': {
    takes: [],
    options: { provider: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary: 'books the operator’s own money that came into a bank account; a large sum needs two operators',
  },
  'bank cost': {
    takes: [],
    options: { provider: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary: 'books what a bank has charged us',
  },
  'bank entries': {
    takes: [],
    options: { provider: 'optional' },
    permission: 'read bank accounts',
    asksFirst: false,
    summary: 'movements of our bank accounts with their running balance, newest first',
  },
  'customers show': {
    takes: ['customer'],
    options: {},
    permission: 'read customers',
    asksFirst: false,
    summary: 'a customer’s level, lock, balances and newest withdrawals',
  },
  'customers lock': {
    takes: ['customer'],
    options: { reason: 'needed' },
    permission: 'lock customers',
    asksFirst: true,
    summary: 'ends a customer’s sessions and stops sign-in, API keys, orders and withdrawals',
  },
  'customers unlock': {
    takes: ['customer'],
    options: { reason: 'needed' },
    permission: 'lock customers',
    asksFirst: true,
    summary: 'lets a locked customer sign in, trade and withdraw again, whatever locked them',
  },
  'customers type': {
    takes: ['customer'],
    options: { type: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'notes whether a customer is a person or a company, which decides the levels they may ask for',
  },
  'factor reset': {
    takes: [],
    options: { user: 'needed', reason: 'needed' },
    permission: 'reset factors',
    asksFirst: true,
    summary:
      'switches a lost second factor off, 72 hours after a mail to its owner, who can cancel it; needs two operators',
  },
  'level list': {
    takes: [],
    options: { status: 'optional' },
    permission: 'read level requests',
    asksFirst: false,
    summary:
      'requests for levels 2 to 4 that wait for a decision, or those of one status, longest wait first',
  },
  'level show': {
    takes: ['request'],
    options: {},
    permission: 'read level requests',
    asksFirst: false,
    summary: 'a request with its source-of-funds form and the list of its documents',
  },
  'level document': {
    takes: ['document'],
    options: {},
    permission: 'read level requests',
    asksFirst: false,
    summary: 'writes a document to a file of the current directory, readable by you alone',
  },
  'level approve': {
    takes: ['request'],
    options: {},
    permission: 'decide levels',
    asksFirst: true,
    summary: 'gives the account the level it asked for; levels 3 and 4 need two operators',
  },
  'level grant': {
    takes: ['customer'],
    options: { level: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'gives a level whose documents came in by a form elsewhere; needs two operators',
  },
  'level return': {
    takes: ['request'],
    options: { reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'gives a request back to be corrected, also a rejected one; the customer reads the reason',
  },
  'level reject': {
    takes: ['request'],
    options: { reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'refuses a level; the customer reads the reason',
  },
  'product halt': {
    takes: ['product'],
    options: { reason: 'needed' },
    permission: 'halt products',
    asksFirst: true,
    summary: 'stops new withdrawals of a product',
  },
  'product resume': {
    takes: ['product'],
    options: { reason: 'needed' },
    permission: 'halt products',
    asksFirst: true,
    summary: 'allows withdrawals of a product again; needs two operators',
  },
  'wallets list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'the addresses of hot and gas wallets, where the operator’s own coins go',
  },
  'reconcile list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'how wallets, banks and books compared last, to the last unit',
  },
  'reconcile explain': {
    takes: ['product'],
    options: { network: 'needed', reason: 'needed' },
    permission: 'explain differences',
    asksFirst: true,
    summary:
      'books what a network’s wallets hold too much as the operator’s own, or lack as a loss of the house; needs two operators',
  },
  adjust: {
    takes: [],
    options: { from: 'needed', customer: 'needed', product: 'needed', amount: 'needed', reason: 'needed' },
    permission: 'adjust balances',
    asksFirst: true,
    summary: 'gives a customer money of a house account; needs two operators and has a cap per day',
  },
  proposals: {
    takes: [],
    options: { status: 'optional' },
    permission: 'work here',
    asksFirst: false,
    summary: 'what waits for a second operator, or proposals of one status, newest first',
  },
  approve: {
    takes: ['proposal'],
    options: {},
    permission: 'work here',
    asksFirst: true,
    summary: 'does what another operator has proposed; needs the permission of the act itself',
  },
  decline: {
    takes: ['proposal'],
    options: { reason: 'needed' },
    permission: 'work here',
    asksFirst: false,
    summary: 'ends a proposal without doing it; one’s own may be taken back so',
  },
  'audit list': {
    takes: [],
    options: { object: 'optional' },
    permission: 'read the record',
    asksFirst: false,
    summary: 'the newest entries of the record, or all about one object such as "withdrawal 1003"',
  },
  'audit check': {
    takes: [],
    options: {},
    permission: 'read the record',
    asksFirst: false,
    summary: 'recomputes the record from its first entry: each carries the hash of the one before',
  },
} as const satisfies Readonly<Record<string, OperatorCommand>>;

export type OperatorCommandName = keyof typeof operatorCommands;

export function isOperatorCommand(text: string): text is OperatorCommandName {
  return Object.hasOwn(operatorCommands, text);
}

export function operatorCommand(name: OperatorCommandName): OperatorCommand {
  return operatorCommands[name];
}

const paramLengthMax = 200;

/**
 * Says what is wrong with the parameters of a command, in one sentence; null when they are complete and known.
 *
 * Values are single lines of text: what they mean is for the act to say.
 */
export function paramsProblem(
  command: OperatorCommand,
  params: Readonly<Record<string, string>>,
): string | null {
  const { takes, options } = command;
  const needed = [...takes, ...Object.keys(options).filter((name) => options[name] === 'needed')];
  for (const name of Object.keys(params))
    if (!takes.includes(name) && !Object.hasOwn(options, name)) return `it takes no ${name}`;
  for (const name of needed) {
    if ((params[name] ?? '').trim() !== '') continue;
    return takes.includes(name) ? `which ${name}?` : `it needs --${name}`;
  }
  for (const [name, value] of Object.entries(params)) {
    if (value.length > paramLengthMax) return `${name} is longer than ${paramLengthMax} characters`;
    if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) return `${name} has characters that cannot be seen`;
  }
  return null;
}
