/** Services for customers and operators. */
export * from './ports/notifier.ts';
export * from './ports/identity-provider.ts';
export * from './tickets/ticket-types.ts';
export * from './tickets/ticket-requests.ts';
export * from './ports/chain-client.ts';
export * from './ports/chain-signer.ts';
export * from './ports/checkpoint-signer.ts';
export * from './tickets/networks.ts';
export * from './tickets/providers.ts';
export * from './tickets/bank-providers.ts';
export * from './destinations/destination-types.ts';
export * from './ports/customer-directory.ts';
export * from './ports/ledger-port.ts';
export * from './compose/open-network.ts';
export * from './compose/open-ticket-services.ts';
export * from './withdrawals/acceptance.ts';
export * from './crypto/ticket-macs.ts';
