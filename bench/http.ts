/** `npm run bench -- http [events] [in flight] [--commit-delay ms]`: durable orders over HTTP, beside a bare Fastify. */
import { askedOptions } from './transport-options.ts';
import { measureDoor } from './measure-transport.ts';

await measureDoor({ door: 'http', echo: 'bare Fastify', bar: '6,000/s at 20 ms', ...askedOptions() });
