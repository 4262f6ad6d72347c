/** The customer-facing gateway: HTTP and WebSocket requests in, answers out. */
export { createGateway } from './server.ts';
export type { GatewayConfig, GatewayDeps } from './server.ts';
export { calls } from './calls/registry.ts';
export type { Call } from './call.ts';
