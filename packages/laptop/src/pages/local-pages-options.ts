/** Dependencies of the local pages. */
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
  /** Checks customers in Brazil; omitted when the real provider does. */
  readonly avenia?: AveniaSandbox | undefined;
  readonly demoLogin: { readonly userName: string; readonly password: string };
  readonly autoReview: boolean;
  /** Omitted or null when they are switched off. `trades` counts all trades since `since`. */
  readonly simulatedCustomers?: (() => (SimulatedStatus & { readonly trades: number }) | null) | undefined;
  /** Real mail is sent instead of being stored in the mailbox. */
  readonly hasRealMail: boolean;
  /** The web build, whose fonts the pages share. */
  readonly staticDir?: string | undefined;
  /** Style sheets and scripts of pages rendered by the server, from their build. */
  readonly browserDir: string;
};
