/**
 * A program that uses `foxbit-api`: it runs the functions its parent requests by message, and forwards every event of
 * the library.
 */
import foxbit from 'foxbit-api';

const events = ['Connected', 'Ready', 'TradeDataUpdateEvent', 'TickerDataUpdateEvent'];

for (const name of [...events, ...Object.keys(foxbit)])
  if (name !== 'eventEmitter') foxbit.eventEmitter.on(name, (payload) => process.send({ name, payload }));
process.on('message', ({ name, args }) => foxbit[name](...args));
// The library opens its socket on import; credentials can be set until the socket is open.
foxbit.Connect(process.env.FOXBIT_USER, process.env.FOXBIT_PASSWORD);
