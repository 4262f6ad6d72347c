/**
 * Loaded before `foxbit-api`, whose host is hard-coded, to redirect its socket. Nothing else of the library changes.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ofLibrary = createRequire(require.resolve('foxbit-api'));
const WebSocket = ofLibrary('ws');
ofLibrary.cache[ofLibrary.resolve('ws')].exports = class extends WebSocket {
  constructor() {
    super(process.env.SALAR_WEBSOCKET);
  }
};
