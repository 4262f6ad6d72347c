import type { EngineView, Instrument } from '@salar/engine';
import { instrumentId } from '@salar/protocol';
import { id, instrumentAttributeShape, shape } from '@salar/protocol/wire';
import { getUnits } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';

export const getInstrumentAttributes = publicCall({
  name: 'GetInstrumentAttributes',
  omsId: 'required',
  input: { InstrumentId: id() },
  output: shape.list(instrumentAttributeShape),
  rate: 'read',
  about:
    'Order limits of an instrument beyond its own fields: `MaximumQuantity` in the base product, `MinimumValue` and `MaximumValue` in the quote product. All instruments when InstrumentId is omitted.',
  example: {
    input: { OMSId: 1, InstrumentId: 1 },
    output: [{ OMSId: 1, InstrumentId: 1, KeyName: 'MinimumValue', KeyValue: '1' }],
  },
  run({ services }, { InstrumentId }) {
    return services.engine.read((view) => {
      const instruments =
        InstrumentId === undefined
          ? view.instruments()
          : [view.instrument(instrumentId(InstrumentId))].filter((one) => one !== undefined);
      return instruments.flatMap((instrument) => attributeRows(view, instrument));
    });
  },
});

/** Builds one row for each limit that is set. */
function attributeRows(view: EngineView, instrument: Instrument) {
  const { quantity, value } = getUnits(view, instrument);
  const { quantityMax, notionalMin, notionalMax } = instrument;
  const bounds = [
    { KeyName: 'MaximumQuantity', isSet: quantityMax > 0n, KeyValue: quantity(quantityMax).text },
    { KeyName: 'MinimumValue', isSet: notionalMin > 0n, KeyValue: value(notionalMin).text },
    { KeyName: 'MaximumValue', isSet: notionalMax > 0n, KeyValue: value(notionalMax).text },
  ];
  return bounds
    .filter(({ isSet }) => isSet)
    .map(({ KeyName, KeyValue }) => ({
      OMSId: 1,
      InstrumentId: instrument.instrumentId,
      KeyName,
      KeyValue,
    }));
}
