import { shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';

export const ping = publicCall({
  name: 'Ping',
  input: {},
  output: shape.object({ msg: shape.text }),
  rate: 'read',
  about: 'Liveness check of the gateway.',
  example: { input: {}, output: { msg: 'PONG' } },
  run() {
    return Promise.resolve({ msg: 'PONG' });
  },
});
