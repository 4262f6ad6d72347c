/** A program written for `foxbit-api`: does what its parent asks by message, and tells it every event of the library. */
import foxbit from 'foxbit-api';

const events = ['Connected', 'Ready', 'TradeDataUpdateEvent', 'TickerDataUpdateEvent'];

for (const name of [...events, ...Object.keys(foxbit)])
  if (name !== 'eventEmitter') foxbit.eventEmitter.on(name, (payload) => process.send({ name, payload }));
process.on('message', ({ name, args }) => foxbit[name](...args));
// The library opens its socket while it is imported; it can be told who we are until that is open.
foxbit.Connect(process.env.FOXBIT_USER, process.env.FOXBIT_PASSWORD);
