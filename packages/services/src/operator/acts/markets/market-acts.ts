/** Restricts a market by one operator, and reopens it in stages by two. */
import type { Instrument, OpenOrderCounts } from '@salar/engine';
import { marketCauses } from '@salar/protocol';
import type { InstrumentState, MarketCause } from '@salar/protocol';
import { refuseAct } from '../../act.ts';
import type { ActDetails, ActRefused, ChangeAct, ReadAct } from '../../act.ts';
import { formatTime, readInstrument } from '../../act-format.ts';

/** From the least to the most restrictive. */
const states: readonly InstrumentState[] = ['running', 'post_only', 'cancel_only', 'paused', 'stopped'];
const stateNames: Readonly<Record<InstrumentState, string>> = {
  running: 'running',
  post_only: 'post-only',
  cancel_only: 'cancel-only',
  paused: 'halted',
  stopped: 'stopped',
};
const newOrders: Readonly<Record<InstrumentState, string>> = {
  running: 'all are accepted',
  post_only: 'limit orders that do not trade at once, and stops; all others are refused',
  cancel_only: 'all are refused; open orders can be canceled and reduced',
  paused: 'all are refused; open orders can be canceled',
  stopped: 'all are refused',
};

export const listMarkets: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const rows = await context.ledger.read((view) =>
      view.instruments().map((instrument) => {
        const { resting, waiting } = view.openOrderCounts(instrument.instrumentId);
        return {
          market: instrument.symbol,
          state: stateNames[instrument.state],
          cause: instrument.cause === 'none' ? '' : instrument.cause,
          since: formatSince(instrument),
          'orders in the book': String(resting),
          'waiting stops': String(waiting),
        };
      }),
    );
    return { ok: true, text: `${rows.length} markets.`, rows };
  },
};

export const openPostOnly = createMarketAct('post_only');
export const openCancelOnly = createMarketAct('cancel_only');
export const haltMarket = createMarketAct('paused');
export const stopMarket = createMarketAct('stopped');
export const resumeMarket = createMarketAct('running');

/** Creates the act that puts a market into one state. Its effect is the same however often it is performed. */
function createMarketAct(state: InstrumentState): ChangeAct {
  return {
    kind: 'change',
    async check(context, { instrument: text = '', cause: typed = '', reason = '' }) {
      const found = await readInstrument(context, text);
      if (!found.ok) return found;
      const { instrumentId, symbol } = found.value;
      const cause = readCause(state, typed);
      if (typeof cause !== 'string') return cause;
      const refused = checkStep(found.value, state, cause);
      if (refused !== null) return refused;
      const counts = await context.ledger.read((view) => view.openOrderCounts(instrumentId));
      return {
        ok: true,
        object: `market ${symbol}`,
        details: {
          market: symbol,
          now: describeState(found.value),
          afterwards: stateNames[state],
          'customers see': cause === 'none' ? 'no cause' : cause,
          'new orders': newOrders[state],
          undo: describeUndo(symbol, found.value.state),
          reason,
        },
        effects: describeOrders(state, counts),
        needsTwo: needsTwo(found.value.state, state),
        value: null,
        owner: null,
      };
    },
    async run(context, { instrument: text = '', cause: typed = '' }) {
      const found = await readInstrument(context, text);
      if (!found.ok) return found;
      const cause = readCause(state, typed);
      if (typeof cause !== 'string') return cause;
      const { instrumentId, symbol } = found.value;
      const outcome = await context.ledger.submit({ type: 'SetInstrumentState', instrumentId, state, cause });
      if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
      return { ok: true, text: `${symbol} is ${stateNames[state]}.` };
    },
  };
}

/** Security rule A2: one operator may restrict a market, two open it. Stopping it ends customers' orders for good. */
function needsTwo(before: InstrumentState, next: InstrumentState): boolean {
  return states.indexOf(next) < states.indexOf(before) || (next === 'stopped' && before !== 'stopped');
}

/** Reads the cause that customers see. A running market has none. */
function readCause(state: InstrumentState, typed: string): MarketCause | ActRefused {
  if (state === 'running') return 'none';
  const cause = marketCauses.find((one) => one === typed);
  if (cause !== undefined && cause !== 'none') return cause;
  const known = marketCauses.filter((one) => one !== 'none').join(', ');
  return refuseAct('params_wrong', `there is no cause ${typed}: ${known}`);
}

/** A market reopens in stages: post-only first, so that there is a book before there are trades. */
function checkStep(
  { symbol, state: before, cause: formerCause }: Instrument,
  next: InstrumentState,
  cause: MarketCause,
): ActRefused | null {
  if (before === next && formerCause === cause)
    return refuseAct('not_possible', `${symbol} is ${stateNames[next]} already`);
  const isNext = next !== 'running' || before === 'post_only' || before === 'running';
  const isReopened = before !== 'stopped' || next === 'stopped' || next === 'post_only';
  if (isNext && isReopened) return null;
  return refuseAct(
    'not_possible',
    `${symbol} is ${stateNames[before]} and reopens in stages: market postonly ${symbol} is the next one`,
  );
}

/** Says what becomes of the open orders at this moment. */
function describeOrders(state: InstrumentState, { resting, waiting, due }: OpenOrderCounts): ActDetails {
  if (state === 'stopped')
    return { 'open orders': `${resting + waiting} are canceled, and what they hold is released` };
  const stops = state === 'running' ? `${due} of ${waiting} are triggered at once` : `${waiting} wait on`;
  return { 'open orders': `${resting} stay in the book`, 'waiting stops': stops };
}

function describeUndo(symbol: string, before: InstrumentState): string {
  const acts: Readonly<Record<InstrumentState, string>> = {
    running: `market postonly ${symbol}, then market resume ${symbol}`,
    post_only: `market postonly ${symbol}`,
    cancel_only: `market cancelonly ${symbol}`,
    paused: `market halt ${symbol}`,
    stopped: `market stop ${symbol}`,
  };
  return acts[before];
}

function describeState(instrument: Instrument): string {
  const { state, cause } = instrument;
  const why = cause === 'none' ? '' : ` (${cause})`;
  const since = formatSince(instrument);
  return `${stateNames[state]}${why}${since === '' ? '' : ` since ${since}`}`;
}

function formatSince({ stateChange }: Instrument): string {
  return stateChange === null ? '' : formatTime(stateChange.at);
}
