import { cx } from '@salar/ui';
import { LatestWithdrawals } from './tickets/latest-withdrawals.tsx';
import { OpenWithdrawals } from './tickets/open-withdrawals.tsx';
import type { WithdrawReceipt } from './use-send-withdrawal.ts';
import type { Withdrawals } from './tickets/use-withdrawals.ts';
import { WithdrawSuccess } from './withdraw-success.tsx';

/** How many ended withdrawals are listed, the same number as on the deposit page. */
const latestMax = 3;

export type TicketsViewProps = {
  readonly accountId: number;
  /** The withdrawal that was just requested. */
  readonly receipt: WithdrawReceipt | null;
  readonly withdrawals: Withdrawals;
  readonly onStartOver: () => void;
};

/**
 * The withdrawal that was just requested, the others on their way, and the last ones that ended, on the form's grid.
 */
export function TicketsView({ accountId, receipt, withdrawals, onStartOver }: TicketsViewProps) {
  const requestCode = receipt?.requestCode ?? null;
  const others = withdrawals.all.filter((ticket) => ticket.requestCode !== requestCode);
  const open = withdrawals.open.filter((ticket) => others.includes(ticket));
  const latest = others.filter((ticket) => !open.includes(ticket)).slice(0, latestMax);
  const hasLists = open.length + latest.length > 0;
  return (
    <div className={cx('grid items-start gap-5 lg:gap-6', hasLists || receipt ? gridColumns : undefined)}>
      {receipt ? (
        <WithdrawSuccess
          receipt={receipt}
          ticket={withdrawals.all.find((ticket) => ticket.requestCode === requestCode) ?? null}
          onStartOver={onStartOver}
        />
      ) : null}
      {hasLists ? (
        <div className="flex min-w-0 flex-col gap-5">
          <OpenWithdrawals accountId={accountId} tickets={open} />
          <LatestWithdrawals tickets={latest} />
        </div>
      ) : null}
    </div>
  );
}

const gridColumns = 'lg:grid-cols-[minmax(0,1fr)_22.5rem]';
