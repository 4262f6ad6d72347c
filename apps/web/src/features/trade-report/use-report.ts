import { useMemo } from 'react';
import { useGetDepositTicketsQuery } from '../../api/calls/transfers/get-deposit-tickets.ts';
import { useGetInstrumentsQuery } from '../../api/calls/market-data/get-instruments.ts';
import { useGetOrdersQuery } from '../../api/calls/orders/get-orders.ts';
import { useGetWithdrawTicketsQuery } from '../../api/calls/transfers/get-withdraw-tickets.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { toReportRows } from './report-rows.ts';

const rowsMax = 1000; // Product spec, section 9: order and ticket fetch limit, from index 0.

/** The three queries of the report, loaded again when it is opened. The report is either complete or absent. */
export function useReport() {
  const { accountId, error: customerError, refetch: refetchCustomer } = useCustomer();
  const page = { accountId: accountId ?? 0, startIndex: 0, limit: rowsMax };
  const options = { skip: accountId === null, refetchOnMountOrArgChange: true };
  const orders = useGetOrdersQuery(page, options);
  const deposits = useGetDepositTicketsQuery(page, options);
  const withdrawals = useGetWithdrawTicketsQuery(page, options);
  const instruments = useGetInstrumentsQuery();
  const loads = [orders, deposits, withdrawals, instruments];
  const failed = loads.filter(({ isError }) => isError);
  const rows = useMemo(
    () =>
      orders.data && deposits.data && withdrawals.data && instruments.data
        ? toReportRows({
            orders: orders.data,
            deposits: deposits.data,
            withdrawals: withdrawals.data,
            instruments: instruments.data,
          })
        : undefined,
    [orders.data, deposits.data, withdrawals.data, instruments.data],
  );
  return {
    rows,
    error: failed[0]?.error ?? (accountId === null ? customerError : undefined),
    isRefreshing: rows !== undefined && loads.some(({ isFetching }) => isFetching),
    /** Repeats only the queries that failed. */
    retry: () => {
      if (accountId === null) refetchCustomer();
      for (const load of failed) void load.refetch();
    },
  };
}
