/** Names the steps that the exchange of the drill reports, one line each, and the files through which it is set up. */
import { join } from 'node:path';
import type { DatabaseOptions } from '@salar/store';
import type { NodeUrls } from './drill-networks.ts';

/**
 * The steps of a payment at which processes are killed. At `requested` the signers are working on a request; at every other step
 * the exchange waits until the drill lets it go on.
 */
export const paymentSteps = [
  'requested',
  'nonce_reserved',
  'payment_signed',
  'payment_stored',
  'payment_sent',
  'settled',
] as const;
export type PaymentStep = (typeof paymentSteps)[number];

export function isPaymentStep(name: string | undefined): name is PaymentStep {
  return paymentSteps.some((step) => step === name);
}

/** The settings of the exchange. */
export type ExchangeSettings = {
  readonly database: DatabaseOptions;
  readonly nodes: NodeUrls;
  /** Withdrawals of each family. */
  readonly count: number;
  /** The most withdrawals of a family that are paid at the same time. */
  readonly openMax: number;
};

/** The files of the exchange in the folder of the drill. */
export function listExchangeFiles(folder: string) {
  return {
    settings: join(folder, 'exchange.json'),
    signer: join(folder, 'signer.json'),
    keys: join(folder, 'keys'),
    decisions: join(folder, 'decisions.json'),
    mails: join(folder, 'mails.jsonl'),
  };
}
