/** Compares wallets, banks and ledger, and explains a difference of a wallet with two operators. */
import { formatAmount } from '@salar/protocol';
import {
  correctReconciliation,
  findCorrection,
  listReconciliations,
} from '@salar/store/tables/operators/reconciliation';
import type { ReconciliationRow } from '@salar/store/tables/operators/reconciliation';
import { submitCorrection } from '../../reconciliation/book-correction.ts';
import { addCorrection, isCorrectionProved } from '../../reconciliation/wallet-corrections.ts';
import { TicketsNotReady } from '../../tickets/chain-access.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, Answer, ChangeAct, ActRefused, ReadAct } from '../act.ts';
import { readProduct, formatTime } from '../act-format.ts';

export const listComparisons: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const results = await listReconciliations(context.database);
    const different = results.filter((result) => result.found !== result.expected).length;
    const products = await context.ledger.read((view) => view.products());
    const frozen = products.filter(({ halted }) => halted).map(({ symbol }) => symbol);
    const text = different === 0 ? 'Everything agrees to the last unit.' : `${different} comparisons differ.`;
    return {
      ok: true,
      text: frozen.length === 0 ? text : `${text} Withdrawals of ${frozen.join(', ')} are halted.`,
      needsAttention: different > 0 || frozen.length > 0,
      rows: results.map((result) => toRow(context, result)),
    };
  },
};

/** Lists the addresses to which the operator sends the house's own coins. */
export const listWallets: ReadAct = {
  kind: 'read',
  object: () => null,
  read({ wallets }) {
    try {
      const rows = wallets().flatMap(({ network, hotAddress, gasAddress, houseAddress }) => [
        { network, wallet: 'hot', address: hotAddress },
        ...(houseAddress === undefined ? [] : [{ network, wallet: 'house', address: houseAddress }]),
        ...(gasAddress === null ? [] : [{ network, wallet: 'gas', address: gasAddress }]),
      ]);
      const text = 'External payments to these addresses are booked as the operator’s own money.';
      return Promise.resolve({ ok: true, text, rows });
    } catch (error) {
      if (!(error instanceof TicketsNotReady)) throw error;
      return Promise.resolve(refuseAct('unavailable', error.message));
    }
  },
};

export const explainDifference: ChangeAct = {
  kind: 'change',
  async check(context, { product = '', network = '', reason = '' }) {
    const found = await findDifference(context, product, network);
    if (!found.ok) return found;
    const { symbol, amount } = found;
    return {
      ok: true,
      object: `wallets of ${network}`,
      details: {
        product: symbol,
        network,
        [amount > 0n ? 'more than the tickets' : 'less than the tickets']: formatDifference(found),
        'will be': amount > 0n ? 'the operator’s own money' : 'a loss of the house',
        reason,
      },
      needsTwo: true,
      value: null,
      owner: null,
    };
  },
  async run(context, { product = '', network = '', reason = '' }, { proposalId }) {
    const { database, ledger } = context;
    const key = `explained:${proposalId}`;
    const earlier = await findCorrection(database, key); // repeated after a crash: only the ledger may still lack it
    if (earlier !== null) {
      if (!isCorrectionProved(context, earlier))
        return refuseAct('not_possible', `the correction ${key} was changed in the database`);
      await submitCorrection(ledger, earlier);
      return answerExplained(network, product);
    }
    const found = await findDifference(context, product, network);
    if (!found.ok) return found;
    const { chainId, productId, amount, symbol } = found;
    const correction = await database.transaction(async (tx) => {
      await correctReconciliation(tx, { productId, part: network, amount });
      return addCorrection({ ...context, database: tx }, { key, chainId, productId, amount, reason });
    });
    context.comparisons.note({ part: network, productId, expected: amount, found: amount });
    await submitCorrection(ledger, correction);
    return answerExplained(network, symbol);
  },
};

function answerExplained(network: string, symbol: string): Answer {
  return { ok: true, text: `The wallets of ${network} and the tickets agree about ${symbol} again.` };
}

type Difference = {
  readonly ok: true;
  readonly chainId: number;
  readonly productId: ReconciliationRow['productId'];
  readonly symbol: string;
  readonly decimals: number;
  /** Found minus expected. */
  readonly amount: bigint;
};

async function findDifference(
  context: ActContext,
  product: string,
  network: string,
): Promise<Difference | ActRefused> {
  const read = await readProduct(context, product);
  if (!read.ok) return read;
  const { productId, symbol, decimals } = read.value;
  const settings = context.networks.find(({ name }) => name === network);
  if (settings === undefined) return refuseAct('not_found', `there is no network ${network}`);
  const last = context.comparisons.find({ part: network, productId });
  if (last === null)
    return refuseAct('not_possible', `${symbol} on ${network} has not been compared since the start`);
  const amount = last.found - last.expected;
  if (amount === 0n) return refuseAct('not_possible', `${symbol} on ${network} agrees to the last unit`);
  return { ok: true, chainId: settings.chainId, productId, symbol, decimals, amount };
}

function formatDifference({ amount, decimals, symbol }: Difference): string {
  return `${formatAmount(amount < 0n ? -amount : amount, decimals)} ${symbol}`;
}

function toRow({ ledger }: ActContext, result: ReconciliationRow): Record<string, string> {
  const { symbol = '', decimals = 0 } = ledger.undurable.product(result.productId) ?? {};
  const text = (amount: bigint) => formatAmount(amount, decimals);
  return {
    product: symbol,
    part: result.part,
    expected: text(result.expected),
    found: text(result.found),
    difference: text(result.found - result.expected),
    'compared at': formatTime(result.at),
    'different since': result.differentSince === null ? '' : formatTime(result.differentSince),
  };
}
