/**
 * Lists the tables whose MACs are moved to the current key of the tickets, and to that of deposit addresses.
 *
 * What ends within a day is not: proposals, and movements of bank accounts, whose costs are booked at once.
 */
import { ticketId } from '@salar/protocol';
import { withSeals } from '@salar/store';
import type { ColumnSeals, Queryable, SealedQueryable } from '@salar/store';
import { listAddressesOf } from '@salar/store/tables/chains/deposit-addresses';
import { lockColumns, writeColumns } from '@salar/store/tables/key-rotation';
import type { RotatedColumns } from '@salar/store/tables/key-rotation';
import { findBankStatement, findStatementLine } from '@salar/store/tables/operators/bank-statements';
import { findOperator } from '@salar/store/tables/operators/operators';
import { findCorrection } from '@salar/store/tables/operators/reconciliation';
import { findDepositByTicket } from '@salar/store/tables/tickets/deposits';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import {
  computeCodeMac,
  computeCorrectionMac,
  computeOperatorMac,
  computeStatementLineMac,
  computeStatementMac,
  computeTicketMac,
} from '../crypto/ticket-macs.ts';
import { computeAddressMac, isAddressProved } from '../deposits/deposit-addresses.ts';
import { toProvedDeposit } from '../deposits/deposit-moves.ts';
import { toChainId } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import { computeTransitionMac } from '../tickets/ticket-transitions.ts';
import { toProvedTicket } from '../withdrawals/withdrawal-moves.ts';
import { toUncheckedTerms } from '../withdrawals/withdrawal-steps.ts';
import type { RotatedTable } from './key-rotation.ts';

type Options = {
  readonly ticketMacKey: MacKey;
  readonly seals: ColumnSeals;
  readonly providers: readonly TicketProvider[];
};
type Compute = (key: MacKey) => Buffer;
/** The columns with MACs, and what each should be. */
type Macs = Readonly<Record<string, Compute>>;

/** Returns the tables under the key of the tickets. */
export function listRotatedTickets({ ticketMacKey, seals, providers }: Options): readonly RotatedTable[] {
  return [
    table(
      ticketMacKey,
      { table: 'withdrawal', key: 'ticket_id', columns: ['mac', 'status_mac', 'code_mac'] },
      (tx, id) => findWithdrawalMacs(withSeals(tx, seals), id, providers),
    ),
    table(ticketMacKey, { table: 'deposit', key: 'ticket_id', columns: ['status_mac'] }, async (tx, id) => {
      const row = await findDepositByTicket(tx, ticketId(Number(id)));
      return row && { status_mac: (key) => computeTransitionMac(key, toProvedDeposit(row)) };
    }),
    table(ticketMacKey, { table: 'operator', key: 'name', columns: ['mac'] }, async (tx, name) => {
      const row = await findOperator(tx, name);
      return row && { mac: (key) => computeOperatorMac(key, row) };
    }),
    table(ticketMacKey, { table: 'wallet_correction', key: 'key', columns: ['mac'] }, async (tx, id) => {
      const row = await findCorrection(tx, id);
      return row && { mac: (key) => computeCorrectionMac(key, row) };
    }),
    table(
      ticketMacKey,
      { table: 'bank_statement', key: 'statement_id', columns: ['mac'] },
      async (tx, id) => {
        const row = await findBankStatement(tx, Number(id));
        return row && { mac: (key) => computeStatementMac(key, row) };
      },
    ),
    table(
      ticketMacKey,
      { table: 'bank_statement_line', key: 'line_id', columns: ['mac'] },
      async (tx, id) => {
        const row = await findStatementLine(tx, Number(id));
        return row && { mac: (key) => computeStatementLineMac(key, row) };
      },
    ),
  ];
}

/** Returns the table under the key of deposit addresses. */
export function listRotatedAddresses(addressMacKey: MacKey): readonly RotatedTable[] {
  const columns = { table: 'deposit_address', key: 'address', columns: ['mac'], hasPlainMacs: true };
  return [
    {
      ...columns,
      async rotate(tx, address) {
        await lockColumns(tx, columns, address);
        const [row] = await listAddressesOf(tx, address);
        if (row === undefined || !isAddressProved(addressMacKey, row)) return false;
        await writeColumns(tx, columns, address, { mac: computeAddressMac(addressMacKey, row) });
        return true;
      },
    },
  ];
}

async function findWithdrawalMacs(
  tx: SealedQueryable,
  id: string,
  providers: readonly TicketProvider[],
): Promise<Macs | null> {
  const row = await findWithdrawal(tx, ticketId(Number(id)));
  const provider = providers.find(({ providerId }) => providerId === row?.providerId);
  if (row === null || provider === undefined) return null;
  const { userId, codeHash, codeExpiresAt } = row;
  const terms = toUncheckedTerms(row, toChainId(provider));
  const code = { ...row, userId, codeHash: codeHash ?? Buffer.alloc(0), expiresAt: codeExpiresAt ?? 0 };
  return {
    mac: (key) => computeTicketMac(key, terms),
    status_mac: (key) => computeTransitionMac(key, toProvedTicket(row)),
    code_mac: (key) => computeCodeMac(key, code),
  };
}

/** A table of which every MAC is checked before it is made again: a wrong one stays, and is refused as before. */
function table(
  macKey: MacKey,
  names: Omit<RotatedColumns, 'hasPlainMacs'>,
  find: (tx: Queryable, id: string) => Promise<Macs | null>,
): RotatedTable {
  const columns = { ...names, hasPlainMacs: true };
  return {
    ...columns,
    async rotate(tx, id) {
      const locked = await lockColumns(tx, columns, id);
      const macs = await find(tx, id);
      if (locked === null || macs === null) return false;
      const made = Object.entries(locked).flatMap(([column, mac]): [string, Buffer][] => {
        const compute = macs[column];
        return mac !== null && compute !== undefined && isMac(macKey, mac, compute)
          ? [[column, compute(macKey)]]
          : [];
      });
      if (made.length === 0) return false;
      await writeColumns(tx, columns, id, Object.fromEntries(made));
      return made.length === Object.values(locked).filter((mac) => mac !== null).length;
    },
  };
}
