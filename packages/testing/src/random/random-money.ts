/** Money in, out, and between the house and its customers; keys and tickets are repeated sometimes. */
import { accountId, houseAccounts, minor, productId, ticketId } from '@salar/protocol';
import type {
  AccountId,
  Command,
  CreditDeposit,
  HoldWithdrawal,
  Minor,
  ProductId,
  ReleaseWithdrawal,
  ReturnWithdrawal,
  ReverseDeposit,
  SettleWithdrawal,
  TicketId,
  TransferFunds,
} from '@salar/protocol';
import { accounts, products, traders, unknownProduct } from './scene.ts';
import type { Maker, Scene } from './scene.ts';

const { operatorFunding, feeIncome, liquidity, loss, networkCosts, custody } = houseAccounts;
const sources = [operatorFunding, operatorFunding, feeIncome, liquidity, accountId(1001), loss, networkCosts];
const pesos = productId(3);
const withdrawalEnds = ['SettleWithdrawal', 'ReleaseWithdrawal', 'ReturnWithdrawal'] as const;
/** Few, so that the same ones are reverted and repeated. */
const depositsMax = 8;
const firstAmounts: Readonly<Record<number, bigint>> = { 1: 3_000n, 2: 2_500n, 3: 25_000n };
const makers: readonly (readonly [number, Maker])[] = [
  [3, deposit],
  [1.5, reversal],
  [1, depositAgain],
  [4, transfer],
  [7, withdrawal],
  [4, withdrawalEnd],
];

export function randomMoney(scene: Scene): Command {
  return scene.dice.weighted(makers)(scene);
}

/** Returns everyone's initial funds. */
export function firstMoney({ poverty }: Scene): TransferFunds[] {
  return traders.flatMap((account) =>
    products.map((product) => ({
      type: 'TransferFunds',
      sourceAccountId: operatorFunding,
      targetAccountId: account,
      productId: product,
      amount: minor((firstAmounts[product] ?? 0n) / BigInt(poverty)),
      key: `opening ${account} ${product}`,
    })),
  );
}

function deposit(scene: Scene): CreditDeposit {
  const deposit: CreditDeposit = {
    type: 'CreditDeposit',
    accountId: anyAccount(scene),
    productId: anyProduct(scene),
    amount: anyAmount(scene),
    key: anyKey(scene),
    ticketId: ticketId(scene.count),
  };
  scene.deposits.push(deposit);
  if (scene.deposits.length > depositsMax) scene.deposits.shift();
  return deposit;
}

function reversal(scene: Scene): ReverseDeposit {
  return { type: 'ReverseDeposit', key: knownDeposit(scene)?.key ?? anyKey(scene) };
}

/** Also for a deposit that was reverted: its loss is returned then. */
function depositAgain(scene: Scene): CreditDeposit {
  return knownDeposit(scene) ?? deposit(scene);
}

function knownDeposit({ dice, deposits }: Scene): CreditDeposit | undefined {
  return deposits.length > 0 && dice.chance(0.9) ? dice.pick(deposits) : undefined;
}

function transfer(scene: Scene): TransferFunds {
  return {
    type: 'TransferFunds',
    sourceAccountId: scene.dice.pick(sources),
    targetAccountId: scene.dice.chance(0.1) ? custody : anyAccount(scene),
    productId: anyProduct(scene),
    amount: anyAmount(scene),
    key: anyKey(scene),
  };
}

function withdrawal(scene: Scene): HoldWithdrawal {
  const { dice, count } = scene;
  return {
    type: 'HoldWithdrawal',
    ticketId: dice.chance(0.9) ? ticketId(count) : knownTicket(scene),
    accountId: anyAccount(scene),
    productId: dice.chance(0.5) ? pesos : anyProduct(scene),
    amount: minor(BigInt(dice.int(0, 500))),
    fee: minor(BigInt(dice.int(0, 20))),
  };
}

function withdrawalEnd(scene: Scene): SettleWithdrawal | ReleaseWithdrawal | ReturnWithdrawal {
  const type = scene.dice.pick(withdrawalEnds);
  return { type, ticketId: knownTicket(scene) };
}

function anyAccount({ dice }: Scene): AccountId {
  return dice.pick(dice.chance(0.1) ? accounts : traders);
}

function anyProduct({ dice }: Scene): ProductId {
  return dice.chance(0.03) ? unknownProduct : dice.pick(products);
}

function anyAmount({ dice, poverty }: Scene): Minor {
  if (dice.chance(0.02)) return minor(0n);
  return minor(BigInt(Math.ceil(dice.int(1, dice.chance(0.5) ? 500 : 3000) / poverty)));
}

function anyKey({ dice, count }: Scene): string {
  return `${dice.chance(0.1) ? dice.int(1, count) : count}`;
}

function knownTicket({ dice, tickets, count }: Scene): TicketId {
  return tickets.length > 0 && dice.chance(0.9) ? dice.pick(tickets) : ticketId(count);
}
