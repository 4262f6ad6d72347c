/** What the local pages are given. */
import type { AveniaSandbox } from '../avenia-sandbox/avenia-sandbox.ts';
import type { IdentitySandbox } from '../identity-sandbox/identity-sandbox.ts';
import type { Database } from '@salar/store';
import type { SimulatedStatus } from '../simulated-customers/simulated-customers.ts';
import type { FaucetNetwork } from './faucet-network.ts';

export type LocalPagesOptions = {
  readonly profile: 'local' | 'production';
  readonly database: Database;
  /** @throws TicketsNotReady while the chains are being started */
  readonly networks: () => readonly FaucetNetwork[];
  readonly identity: IdentitySandbox;
  /** Checks customers in Brazil; left out when the real one does. */
  readonly avenia?: AveniaSandbox | undefined;
  readonly demoLogin: { readonly userName: string; readonly password: string };
  readonly autoReview: boolean;
  /** Left out or null where they are switched off. `trades` counts those of everybody since `since`. */
  readonly simulatedCustomers?: (() => (SimulatedStatus & { readonly trades: number }) | null) | undefined;
  /** Real mail goes out instead of into the mailbox. */
  readonly hasRealMail: boolean;
  /** The web build, whose fonts the pages share. */
  readonly staticDir?: string | undefined;
};
