import { OpenWithdrawals } from './open-withdrawals.tsx';
import type { WithdrawReceipt } from './use-send-withdrawal.ts';
import { WithdrawSuccess } from './withdraw-success.tsx';

export type TicketsViewProps = {
  readonly accountId: number;
  /** The withdrawal that was just asked for. */
  readonly receipt: WithdrawReceipt | null;
  readonly onStartOver: () => void;
};

/** The withdrawal that was just asked for, and the others on their way. */
export function TicketsView({ accountId, receipt, onStartOver }: TicketsViewProps) {
  return (
    <>
      {receipt ? (
        <div className="mx-auto w-full max-w-md">
          <WithdrawSuccess receipt={receipt} onStartOver={onStartOver} />
        </div>
      ) : null}
      <div
        className={receipt ? 'mx-auto w-full max-w-md' : 'mx-auto w-full max-w-md lg:mx-0 lg:max-w-[28rem]'}
      >
        <OpenWithdrawals accountId={accountId} except={receipt?.requestCode} />
      </div>
    </>
  );
}
