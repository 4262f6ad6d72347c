import { shape } from '@salar/protocol/wire/index';
import { publicCall } from '../../call.ts';

export const ping = publicCall({
  name: 'Ping',
  input: {},
  output: shape.object({ msg: shape.text }),
  rate: 'read',
  about: 'Says that the gateway is there.',
  example: { input: {}, output: { msg: 'PONG' } },
  run() {
    return Promise.resolve({ msg: 'PONG' });
  },
});
