/** The customer-facing gateway: HTTP and WebSocket requests in, answers out. */
export { createGateway, listenBacklog } from './server.ts';
