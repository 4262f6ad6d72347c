/** `npm run bench -- websocket [events] [in flight] [--sockets N] [--commit-delay ms]`: durable orders over WebSocket. */
import { readOptions } from './transport-options.ts';
import { measureTransport } from './measure-transport.ts';

await measureTransport({
  transport: 'websocket',
  echo: 'bare ws',
  bar: '12,000/s at 20 ms',
  ...readOptions(),
});
