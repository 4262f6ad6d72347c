/** `npm run bench -- websocket [events] [in flight] [--commit-delay ms]`: durable orders over WebSocket, beside a bare `ws`. */
import { askedOptions } from './transport-options.ts';
import { measureDoor } from './measure-transport.ts';

await measureDoor({ door: 'websocket', echo: 'bare ws', bar: '12,000/s at 20 ms', ...askedOptions() });
