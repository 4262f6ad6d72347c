import { withAliases, integerField, level2RowShape, shape } from '@salar/protocol/wire';
import type { BookUpdate } from '@salar/services/market-data/feed/book-window';
import { CallRefusal, refuseCall } from '../../call.ts';
import { toLevel2Rows } from '../../wire-rows/level2-rows.ts';
import type { Units } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedUnits } from './named-instrument.ts';
import { createEventWriter, subscribe } from './subscribe.ts';
import { depthMax } from '../market-data/get-l2-snapshot.ts';

const output = shape.list(level2RowShape);
const updateEvent = createEventWriter<BookUpdate, Units>('Level2UpdateEvent', (update, units) =>
  output.write(toLevel2Rows(update, units), ''),
);

export const subscribeLevel2 = publicCall({
  name: 'SubscribeLevel2',
  transport: 'socket',
  input: { ...instrumentFields, Depth: withAliases(integerField(), 'Limit', 'Count') },
  output,
  rate: 'read',
  about:
    'Returns the best `Depth` levels of each side, and sends a `Level2UpdateEvent` with a row for each changed level, at most ten times a second: new, updated (the new total) or deleted.',
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
    });
    return book instanceof CallRefusal ? book : toLevel2Rows(book, units);
  },
});

const fieldsAreMissing = refuseCall(
  'invalidRequest',
  'OMSId, InstrumentId (or Symbol) and Depth are required fields',
);
