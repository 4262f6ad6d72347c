/** What a customer or an operator can do. */
export * from './ports/notifier.ts';
export * from './ports/identity-provider.ts';
export * from './tickets/ticket-types.ts';
export * from './tickets/ticket-services.ts';
