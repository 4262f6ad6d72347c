/** Deposits for the gateway: providers, addresses and tickets. */
import { accept, millis, refuse } from '@salar/protocol';
import type { AccountId, ProductId, Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findDeposit, listDeposits } from '@salar/store/tables/tickets/deposits';
import type { ListedDeposit } from '@salar/store/tables/tickets/deposits';
import type { ChainAccess } from '../tickets/chain-access.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import { toChainId } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { DepositAddressRefusal, TicketClaim, TicketPage } from '../tickets/ticket-requests.ts';
import type { DepositStatus, DepositTicket, Provider } from '../tickets/ticket-types.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import { findDepositPlace } from './deposit-branches.ts';

/** Product spec, section 9: deposits and withdrawals begin at level 1. */
export const ticketLevelMin = 1;

type DepositServiceOptions = {
  database: Database;
  ledger: LedgerPort;
  providers: readonly TicketProvider[];
  chainAccess: () => ChainAccess;
  addresses: DepositAddresses;
};

export class DepositService {
  readonly #options: DepositServiceOptions;

  constructor(options: DepositServiceOptions) {
    this.#options = options;
  }

  /** Returns the providers of a product, default first; empty when the product has none. */
  listProviders(productId: ProductId): readonly Provider[] {
    return this.#options.providers.filter((provider) => provider.productId === productId);
  }

  /** Returns the newest address of the account on the provider; creates the first one, or a new one when `generateNew`. */
  async getAddress(request: {
    readonly accountId: AccountId;
    readonly productId: ProductId;
    readonly providerId?: number;
    readonly generateNew: boolean;
  }): Promise<Result<{ address: string; providerId: number }, DepositAddressRefusal>> {
    const { accountId, productId, providerId } = request;
    const provider = this.#options.providers.find(
      (candidate) =>
        candidate.productId === productId &&
        (providerId === undefined || candidate.providerId === providerId),
    );
    if (provider === undefined) return refuse('provider_unknown');
    if (provider.kind === 'bank') return refuse('provider_is_bank');
    const chains = this.#options.chainAccess();
    const scheme = chains.schemes.get(toChainId(provider));
    const network = chains.networks.find(({ chainId }) => chainId === toChainId(provider));
    if (scheme === undefined || network === undefined) return refuse('provider_unknown');
    const { account, isHalted } = await this.#options.ledger.read((view) => ({
      account: view.account(accountId),
      isHalted: view.providerHalt(provider.providerId).deposits,
    }));
    if (account === undefined || account.level < ticketLevelMin) return refuse('level_too_low');
    if (isHalted) return refuse('network_halted');

    const { branch } = findDepositPlace(scheme.firstIndex);
    if (network.compromisedBranches?.includes(branch) === true) return refuse('address_key_compromised');
    if (!request.generateNew) {
      const address = await this.#options.addresses.current(accountId, scheme);
      return accept({ address, providerId: provider.providerId });
    }
    const made = await this.#options.addresses.next(accountId, scheme);
    return made.ok ? accept({ address: made.value, providerId: provider.providerId }) : made;
  }

  /** Lists tickets, newest first; only those in `statuses` when given. */
  async list(
    page: TicketPage & { readonly statuses?: readonly DepositStatus[] },
  ): Promise<readonly DepositTicket[]> {
    return (await listDeposits(this.#options.database, page)).map(toDepositTicket);
  }

  /** Returns null when the account has no such ticket. */
  async find(claim: TicketClaim): Promise<DepositTicket | null> {
    const row = await findDeposit(this.#options.database, claim);
    return row === null ? null : toDepositTicket(row);
  }
}

function toDepositTicket(row: ListedDeposit): DepositTicket {
  return {
    ticketId: row.ticketId,
    key: row.key,
    requestCode: row.requestCode,
    accountId: row.accountId,
    productId: row.productId,
    providerId: row.providerId,
    amount: row.amount,
    status: row.status,
    txId: row.txId,
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmationsNeeded,
    rejectReason: row.rejectReason,
    createdAt: millis(row.createdAt),
    updatedAt: millis(row.updatedAt),
  };
}
