import {
  withAliases,
  enumField,
  instrumentShape,
  instrumentStates,
  integerField,
  shape,
} from '@salar/protocol/wire';
import { toInstrumentRow } from '../../wire-rows/catalog-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const getInstruments = publicCall({
  name: 'GetInstruments',
  omsId: 'required',
  input: {
    InstrumentState: enumField(instrumentStates),
    Depth: withAliases(integerField(), 'Limit', 'Count'),
    StartIndex: integerField(),
  },
  output: shape.list(instrumentShape),
  rate: 'read',
  about: 'Every instrument with its increments and minimums.',
  example: { input: { OMSId: 1 }, output: [{ OMSId: 1, InstrumentId: 1, Symbol: 'BTCUSDT' }] },
  async run({ services }, { InstrumentState, Depth, StartIndex = 0 }) {
    if (InstrumentState === 'Inactive') return [];
    const rows = await services.engine.read((view) =>
      view.instruments().map((instrument) => toInstrumentRow(instrument, view)),
    );
    return rows.slice(StartIndex, Depth === undefined ? undefined : StartIndex + Depth);
  },
});
