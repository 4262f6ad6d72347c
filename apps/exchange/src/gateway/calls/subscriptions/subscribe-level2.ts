import { withAliases, integerField, level2RowShape, shape } from '@salar/protocol/wire';
import { joinUpdates } from '@salar/services/market-data/feed/book-window';
import type { BookUpdate } from '@salar/services/market-data/feed/book-window';
import { CallRefusal, refuseCall } from '../../call.ts';
import { toLevel2Rows } from '../../wire-rows/level2-rows.ts';
import type { Units } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedUnits } from './named-instrument.ts';
import { SharedEvent } from '../../socket/frame.ts';
import { createEventWriter, subscribe } from './subscribe.ts';
import { depthMax } from '../market-data/get-l2-snapshot.ts';

const output = shape.list(level2RowShape);
const eventName = 'Level2UpdateEvent';
const writeUpdate = (update: BookUpdate, units: Units) => output.write(toLevel2Rows(update, units), '');
const updateEvent = createEventWriter<BookUpdate, Units>(eventName, writeUpdate);

/** Creates the event of several updates. It is written when the reader can receive it, and not at all without a change. */
function createJoinedEvent(first: BookUpdate, last: BookUpdate, units: Units): SharedEvent {
  return new SharedEvent(eventName, () => {
    const update = joinUpdates(first, last);
    return update.changes.length === 0 ? null : writeUpdate(update, units);
  });
}

export const subscribeLevel2 = publicCall({
  name: 'SubscribeLevel2',
  transport: 'socket',
  input: { ...instrumentFields, Depth: withAliases(integerField(), 'Limit', 'Count') },
  output,
  rate: 'read',
  about:
    'Returns the best `Depth` levels of each side, and sends a `Level2UpdateEvent` with a row for each changed level: at once, and at most fifty times a second. A row is new, updated (the new total) or deleted.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Depth: 10 },
    output: [[901, 1, 1700000004460, 0, 61500.5, 1, 61500.5, 1, 0.04, 0]],
  },
  async run({ services, request }, input) {
    const { InstrumentId, Symbol: symbol, Depth = 0 } = input;
    if (Depth === 0 || (InstrumentId === undefined && symbol === undefined)) return fieldsAreMissing;
    const units = await services.engine.read((view) => findNamedUnits(view, input));
    if (units instanceof CallRefusal) return units;
    const { instrumentId } = units.instrument;
    const depth = Math.min(Depth, depthMax);
    const book = await subscribe<BookUpdate, BookUpdate>(request, {
      key: `level2 ${instrumentId}`,
      listen: (listener) => services.market.marketFeed.listenToBook({ instrumentId, depth }, listener),
      event: (update) => updateEvent(update, units),
      join: (first, last) => createJoinedEvent(first, last, units),
    });
    return book instanceof CallRefusal ? book : toLevel2Rows(book, units);
  },
});

const fieldsAreMissing = refuseCall(
  'invalidRequest',
  'OMSId, InstrumentId (or Symbol) and Depth are required fields',
);
