/** `npm run bench -- http [events] [in flight] [--commit-delay ms]`: durable orders over HTTP, beside a bare Fastify. */
import { readOptions } from './transport-options.ts';
import { measureTransport } from './measure-transport.ts';

await measureTransport({
  transport: 'http',
  echo: 'bare Fastify',
  bar: '6,000/s at 20 ms',
  ...readOptions(),
});
