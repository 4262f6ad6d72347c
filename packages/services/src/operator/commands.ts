/** Every operator command as data: name, parameters, permission. */
import type { OperatorPermission } from './permissions.ts';

export type OperatorCommand = {
  /** Positional parameters, in order; all are required. */
  readonly takes: readonly string[];
  /**
   * Options `--name`, required or not. Of a `file` the operator names the path, and its text is sent; it is required. Of
   * `named files` the operator repeats `--option NAME=PATH`, and a JSON object of the texts by name is sent. Of an
   * `attached file` the hash is sent, and the file beside the request.
   */
  readonly options: Readonly<
    Record<string, 'needed' | 'optional' | 'file' | 'named files' | 'attached file'>
  >;
  readonly permission: OperatorPermission;
  /** True when the command is previewed in full and performed only after confirmation. */
  readonly asksFirst: boolean;
  readonly summary: string;
};

export const operatorCommands = {
  'operator add': {
    takes: ['name'],
    options: { role: 'needed', key: 'file', customer: 'optional' },
    permission: 'manage operators',
    asksFirst: false,
    summary: 'creates an operator with a public key; in the local profile the first one needs no sign-in',
  },
  'operator found': {
    takes: [],
    options: { document: 'file', signature: 'named files' },
    permission: 'manage operators',
    asksFirst: true,
    summary: 'creates the first operators from the founding document that all of them have signed',
  },
  'operator list': {
    takes: [],
    options: {},
    permission: 'work here',
    asksFirst: false,
    summary: 'lists operators and their roles',
  },
  'operator remove': {
    takes: ['name'],
    options: { reason: 'needed' },
    permission: 'manage operators',
    asksFirst: true,
    summary: 'removes an operator’s access',
  },
  'operator rotate': {
    takes: ['name'],
    options: { key: 'file' },
    permission: 'work here',
    asksFirst: true,
    summary: 'registers an operator’s new key; only those who manage operators change others’ keys',
  },
  'operator unenrol': {
    takes: ['name'],
    options: { reason: 'needed' },
    permission: 'manage operators',
    asksFirst: true,
    summary: 'removes another operator’s lost authenticator, so that its owner enrols a new one',
  },
  'session enrol': {
    takes: [],
    options: {},
    permission: 'work here',
    asksFirst: false,
    summary:
      'creates the secret of your authenticator; from its first code on, every session begins with one',
  },
  'session start': {
    takes: [],
    options: { code: 'needed' },
    permission: 'work here',
    asksFirst: false,
    summary: 'begins a session with a code of your authenticator; it ends after 15 minutes without a command',
  },
  'session end': {
    takes: [],
    options: {},
    permission: 'work here',
    asksFirst: false,
    summary: 'ends your session',
  },
  'withdrawals list': {
    takes: [],
    options: { status: 'optional' },
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists open withdrawals, or those of one status, newest first',
  },
  'withdrawals show': {
    takes: ['ticket'],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'shows a withdrawal with its full destination and its history',
  },
  'withdrawals accept': {
    takes: ['ticket'],
    options: {},
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'accepts a withdrawal that waits in AdminProcessing; a large one needs two operators',
  },
  'withdrawals text': {
    takes: ['ticket'],
    options: {},
    permission: 'decide withdrawals',
    asksFirst: false,
    summary:
      'writes the text of a payment above the signer’s automatic caps to a file, for its approvers to sign',
  },
  'withdrawals approve': {
    takes: ['ticket'],
    options: { signature: 'file' },
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'stores your signature over the text of a payment, after the signer has verified it',
  },
  'withdrawals reject': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'rejects a withdrawal and returns the money; the customer sees the reason',
  },
  'withdrawals cancel': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'decide withdrawals',
    asksFirst: true,
    summary: 'cancels a withdrawal for the customer, even before its confirmation',
  },
  'payout list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists bank payouts that wait or are in progress, oldest first',
  },
  'payout start': {
    takes: ['ticket'],
    options: {},
    permission: 'work payouts',
    asksFirst: true,
    summary: 'starts a bank payout: from then on the customer cannot cancel it',
  },
  'payout sent': {
    takes: ['ticket'],
    options: { reference: 'needed' },
    permission: 'work payouts',
    asksFirst: true,
    summary: 'records that the bank has the payout, under the bank’s reference',
  },
  'payout settled': {
    takes: ['ticket'],
    options: {},
    permission: 'work payouts',
    asksFirst: true,
    summary: 'records that the receiver has the money',
  },
  'payout returned': {
    takes: ['ticket'],
    options: { reason: 'needed', reference: 'optional' },
    permission: 'work payouts',
    asksFirst: true,
    summary: 'records that a payout failed; the customer gets the money back and sees the reason',
  },
  'bank credit': {
    takes: [],
    options: { provider: 'needed', customer: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary: 'credits a customer’s payment from a statement line; a large one needs two operators',
  },
  'bank fund': {
    takes: [],
    options: { provider: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary: 'books the operator’s own money received on a bank account; a large sum needs two operators',
  },
  'bank cost': {
    takes: [],
    options: { provider: 'needed', amount: 'needed', reference: 'needed' },
    permission: 'book bank movements',
    asksFirst: true,
    summary: 'books a bank’s charge',
  },
  'bank entries': {
    takes: [],
    options: { provider: 'optional' },
    permission: 'read bank accounts',
    asksFirst: false,
    summary: 'lists movements of our bank accounts with their running balance, newest first',
  },
  'statement import': {
    takes: [],
    options: { provider: 'needed', file: 'attached file', account: 'optional', reason: 'optional' },
    permission: 'book bank movements',
    asksFirst: true,
    summary:
      'imports a statement as the bank sent it (OFX or CAMT.053), with which bookings are compared; the first of an account names it and needs two operators',
  },
  'statement list': {
    takes: [],
    options: { provider: 'optional' },
    permission: 'read bank accounts',
    asksFirst: false,
    summary: 'lists imported statements, newest first',
  },
  'statement open': {
    takes: ['provider'],
    options: {},
    permission: 'read bank accounts',
    asksFirst: false,
    summary: 'lists lines of statements that are not booked, and bookings that are on no statement',
  },
  'customers show': {
    takes: ['customer'],
    options: {},
    permission: 'read customers',
    asksFirst: false,
    summary: 'shows a customer’s level, lock, balances and newest withdrawals',
  },
  'customers lock': {
    takes: ['customer'],
    options: { reason: 'needed' },
    permission: 'lock customers',
    asksFirst: true,
    summary: 'ends a customer’s sessions and blocks sign-in, API keys, orders and withdrawals',
  },
  'customers unlock': {
    takes: ['customer'],
    options: { reason: 'needed' },
    permission: 'lock customers',
    asksFirst: true,
    summary:
      'unlocks a customer for sign-in, trading and withdrawals, whatever the lock’s cause; needs two operators',
  },
  'customers type': {
    takes: ['customer'],
    options: { type: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary:
      'records whether a customer is a person or a company, which decides the levels they may request; needs two operators',
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
      'lists requests for levels 2 to 4 that wait for a decision, or those of one status, longest wait first',
  },
  'level show': {
    takes: ['request'],
    options: {},
    permission: 'read level requests',
    asksFirst: false,
    summary: 'shows a request with its source-of-funds form and the list of its documents',
  },
  'level document': {
    takes: ['document'],
    options: {},
    permission: 'read level requests',
    asksFirst: false,
    summary: 'writes a document to a file in the current directory, readable only by you',
  },
  'level approve': {
    takes: ['request'],
    options: {},
    permission: 'decide levels',
    asksFirst: true,
    summary: 'grants the requested level; needs two operators',
  },
  'level grant': {
    takes: ['customer'],
    options: { level: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary:
      'grants a level whose documents were collected by an external form, or gives back one that was taken or fell; needs two operators',
  },
  'level take': {
    takes: ['customer'],
    options: { level: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'takes a level and all above it, until two operators grant it again',
  },
  'level return': {
    takes: ['request'],
    options: { reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'returns a request for correction, also a rejected one; the customer sees the reason',
  },
  'level reject': {
    takes: ['request'],
    options: { reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary: 'refuses a level; the customer sees the reason',
  },
  'market list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists the markets, which orders they accept, why and since when',
  },
  'market postonly': {
    takes: ['instrument'],
    options: { cause: 'needed', reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary:
      'lets a market accept only orders that do not trade at once; the first stage of reopening one, which needs two operators',
  },
  'market cancelonly': {
    takes: ['instrument'],
    options: { cause: 'needed', reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary: 'lets customers only cancel and reduce their orders in a market',
  },
  'market halt': {
    takes: ['instrument'],
    options: { cause: 'needed', reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary: 'halts a market: its orders stay, and customers can only cancel them',
  },
  'market stop': {
    takes: ['instrument'],
    options: { cause: 'needed', reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary: 'stops a market and cancels all its orders; needs two operators',
  },
  'market resume': {
    takes: ['instrument'],
    options: { reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary: 'lets a post-only market trade again; needs two operators',
  },
  'market collars': {
    takes: ['instrument'],
    options: { market: 'needed', limit: 'needed', for: 'optional', reason: 'needed' },
    permission: 'control markets',
    asksFirst: true,
    summary:
      'sets how far from the reference price market and limit orders trade, in percent, for a while or for good; wider ones need two operators',
  },
  'market limits': {
    takes: ['instrument'],
    options: {
      'quantity-min': 'needed',
      'quantity-max': 'needed',
      'value-min': 'needed',
      'value-max': 'needed',
      reason: 'needed',
    },
    permission: 'control markets',
    asksFirst: true,
    summary:
      'sets how small and how large an order may be, and says how many open orders would be refused; wider limits need two operators',
  },
  'fees list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists the fees of each market by what a customer traded in 30 days',
  },
  'fees tiers': {
    takes: ['instrument'],
    options: { tiers: 'needed', reason: 'needed' },
    permission: 'set fees',
    asksFirst: true,
    summary:
      'sets the fees of a market, or of all, as PESOS=MAKER/TAKER,... in percent, and shows what yesterday’s would have been; needs two operators',
  },
  'limits list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists how much customers of each level withdraw in a day and in a month',
  },
  'limits level': {
    takes: ['level'],
    options: { daily: 'needed', monthly: 'needed', reason: 'needed' },
    permission: 'decide levels',
    asksFirst: true,
    summary:
      'sets how much customers of a level withdraw, in pesos or unlimited; higher limits need two operators',
  },
  'network list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists products on networks and bank rails, and which deposits and withdrawals are halted',
  },
  'network halt': {
    takes: ['network'],
    options: { direction: 'needed', reason: 'needed' },
    permission: 'halt products',
    asksFirst: true,
    summary:
      'halts deposits, withdrawals or both on a network, or of one product on it or a bank rail (a provider)',
  },
  'network resume': {
    takes: ['network'],
    options: { direction: 'needed', reason: 'needed' },
    permission: 'halt products',
    asksFirst: true,
    summary: 'resumes deposits, withdrawals or both on a network or of a provider; needs two operators',
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
  'price list': {
    takes: [],
    options: {},
    permission: 'read tickets',
    asksFirst: false,
    summary: 'lists the reference prices in COP, whether they are trusted, and who confirmed them last',
  },
  'price set': {
    takes: ['product', 'price'],
    options: { reason: 'needed' },
    permission: 'set prices',
    asksFirst: true,
    summary: 'sets the price of one unit in COP while the sources give none; needs two operators',
  },
  'liquidity fund': {
    takes: ['product', 'amount'],
    options: { reason: 'needed' },
    permission: 'fund quotes',
    asksFirst: true,
    summary: 'moves the operator’s own money into the stock of the house’s quotes; needs two operators',
  },
  'liquidity return': {
    takes: ['product', 'amount'],
    options: { reason: 'needed' },
    permission: 'fund quotes',
    asksFirst: true,
    summary: 'moves stock of the house’s quotes back to the operator’s own money; needs two operators',
  },
  'deposits held': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'lists deposits that wait, because others may have the key of their address',
  },
  'deposits release': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'explain differences',
    asksFirst: true,
    summary: 'credits a deposit that waits, whether or not the wallets have it; needs two operators',
  },
  'deposits end': {
    takes: ['ticket'],
    options: { reason: 'needed' },
    permission: 'explain differences',
    asksFirst: true,
    summary: 'ends a deposit that waits without a credit; needs two operators',
  },
  'wallets list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'lists the addresses of hot, house and gas wallets, to which the operator’s own coins are sent',
  },
  'wallets shares': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'shows what the wallets of customers and of the house hold, and what the books say of each',
  },
  'refill list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'lists payments from cold storage to the hot wallets, newest first',
  },
  'refill prepare': {
    takes: ['network', 'product', 'amount'],
    options: {},
    permission: 'refill hot wallets',
    asksFirst: true,
    summary: 'writes the file of a payment from cold storage to the hot wallet, for its owners to sign',
  },
  'refill send': {
    takes: ['refill'],
    options: { file: 'file' },
    permission: 'refill hot wallets',
    asksFirst: true,
    summary: 'sends a refill that enough owners of cold storage have signed',
  },
  'refill drop': {
    takes: ['refill'],
    options: { reason: 'needed' },
    permission: 'refill hot wallets',
    asksFirst: true,
    summary: 'drops a refill that is not sent, so that another one can be prepared',
  },
  'reconcile list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'shows the last comparison of wallets, banks and ledger, to the last unit',
  },
  'reconcile explain': {
    takes: ['product'],
    options: { network: 'needed', reason: 'needed' },
    permission: 'explain differences',
    asksFirst: true,
    summary:
      'books a surplus of a network’s wallets as the operator’s own money, or a shortfall as a loss of the house; needs two operators',
  },
  adjust: {
    takes: [],
    options: { from: 'needed', customer: 'needed', product: 'needed', amount: 'needed', reason: 'needed' },
    permission: 'adjust balances',
    asksFirst: true,
    summary: 'transfers money of a house account to a customer; needs two operators and has a daily cap',
  },
  proposals: {
    takes: [],
    options: { status: 'optional' },
    permission: 'work here',
    asksFirst: false,
    summary: 'lists proposals that wait for a second operator, or those of one status, newest first',
  },
  approve: {
    takes: ['proposal'],
    options: {},
    permission: 'work here',
    asksFirst: true,
    summary: 'approves and performs another operator’s proposal; needs the permission of the act itself',
  },
  decline: {
    takes: ['proposal'],
    options: { reason: 'needed' },
    permission: 'work here',
    asksFirst: false,
    summary: 'declines a proposal, or withdraws one’s own',
  },
  'alerts list': {
    takes: [],
    options: {},
    permission: 'read comparisons',
    asksFirst: false,
    summary: 'lists the newest alerts since the exchange started',
  },
  'audit list': {
    takes: [],
    options: { object: 'optional' },
    permission: 'read the record',
    asksFirst: false,
    summary: 'lists the newest audit entries, or all about one object such as "withdrawal 1003"',
  },
  'audit check': {
    takes: [],
    options: {},
    permission: 'read the record',
    asksFirst: false,
    summary: 'verifies the audit log from its first entry: hashes, and signatures with the keys of that time',
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
/** The longest text of a file that an option sends. */
const fileLengthMax = 30_000;

/**
 * Checks the parameters of a command. @returns the first problem as a sentence; null when they are complete and known
 *
 * Values are single lines of text; their meaning is checked by the act.
 */
export function paramsProblem(
  command: OperatorCommand,
  params: Readonly<Record<string, string>>,
): string | null {
  const { takes, options } = command;
  const needed = [...takes, ...Object.keys(options).filter((name) => options[name] !== 'optional')];
  for (const name of Object.keys(params))
    if (!takes.includes(name) && !Object.hasOwn(options, name)) return `it takes no ${name}`;
  for (const name of needed) {
    if ((params[name] ?? '').trim() !== '') continue;
    return takes.includes(name) ? `which ${name}?` : `it needs --${name}`;
  }
  for (const [name, value] of Object.entries(params)) {
    if (options[name] === 'file' || options[name] === 'named files') {
      if (value.length > fileLengthMax)
        return `the file of --${name} is longer than ${fileLengthMax} characters`;
      continue;
    }
    if (options[name] === 'attached file' && !/^[0-9a-f]{64}$/.test(value))
      return `--${name} is not the hash of a file`;
    if (value.length > paramLengthMax) return `${name} is longer than ${paramLengthMax} characters`;
    if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) return `${name} has characters that cannot be seen`;
  }
  return null;
}
