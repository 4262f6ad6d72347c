/** The policy of a signer as a file: networks, assets and caps. The signer reads its own and accepts none from an exchange. */
import { assertNever } from '@salar/protocol';
import type {
  BitcoinNetwork,
  ChainFamily,
  EvmNetwork,
  NetworkSettings,
  PaymentCaps,
  TronNetwork,
} from '@salar/services';
import type { DepositBranch } from '@salar/services/deposits/deposit-branches';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { PasskeyPolicy } from './passkey-policy.ts';

/** The signer's settings of a network. */
export type SignerNetwork =
  | Pick<EvmNetwork, 'family' | 'chainId' | 'assets' | 'paymentFees' | 'sweeps' | 'coldAddress'>
  | (Pick<BitcoinNetwork, 'family' | 'chainId' | 'assets' | 'paymentFees' | 'kind'> & {
      /** The output descriptor of cold storage. */
      readonly coldDescriptor?: string | undefined;
    })
  | Pick<
      TronNetwork,
      'family' | 'chainId' | 'assets' | 'paymentFees' | 'feeLimit' | 'sweeps' | 'coldAddress'
    >;

export type SignerPolicy = {
  readonly networks: readonly SignerNetwork[];
  readonly caps: readonly PaymentCaps[];
  /** Null: there are no payments above the automatic caps. */
  readonly approvals: ApprovalPolicy | null;
  /** Null: there are no withdrawals signed with passkeys. */
  readonly passkeys: PasskeyPolicy | null;
  /** The branches of deposit addresses of the families whose first one was replaced, the newest last. */
  readonly depositBranches?: DepositBranches | undefined;
};

export type DepositBranches = { readonly [Family in ChainFamily]?: readonly DepositBranch[] | undefined };

/** Builds a policy with the networks, assets and caps of an exchange. */
export function buildPolicy({
  networks,
  caps,
  approvals = null,
  passkeys = null,
}: Pick<SignerPolicy, 'caps'> &
  Partial<SignerPolicy> & { readonly networks: readonly NetworkSettings[] }): SignerPolicy {
  return { networks: networks.map(toSignerNetwork), caps, approvals, passkeys };
}

/** Writes a policy as JSON, amounts as whole minor units in text. */
export function formatPolicy(policy: SignerPolicy): string {
  const text = JSON.stringify(
    policy,
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  );
  return `${text}\n`;
}

function toSignerNetwork(network: NetworkSettings): SignerNetwork {
  const { chainId, paymentFees } = network;
  const assets = network.assets.map(({ productId, contract, decimals }) => ({
    productId,
    contract,
    decimals,
  }));
  switch (network.family) {
    case 'evm':
      return {
        family: network.family,
        chainId,
        assets,
        paymentFees,
        sweeps: network.sweeps,
        coldAddress: network.coldAddress,
      };
    case 'bitcoin':
      return {
        family: network.family,
        chainId,
        assets,
        paymentFees,
        kind: network.kind,
        coldDescriptor: network.cold?.descriptor,
      };
    case 'tron':
      return {
        family: network.family,
        chainId,
        assets,
        paymentFees,
        feeLimit: network.feeLimit,
        sweeps: network.sweeps,
        coldAddress: network.coldAddress,
      };
    default:
      return assertNever(network);
  }
}
