/** Reads and verifies the audit log of operators. */
import { checkAudit } from '@salar/store/tables/sign-in/audit';
import {
  listOperatorAudit,
  checkOperatorAudit,
  listNewestAudit,
} from '@salar/store/tables/operators/operator-audit';
import { findOperatorRequest } from '@salar/store/tables/operators/operator-requests';
import { refuseAct } from '../act.ts';
import type { ReadAct } from '../act.ts';
import { formatTime } from '../act-format.ts';
import { AuditSignatures } from '../audit-signatures.ts';

const rowsMax = 100;

export const listRecord: ReadAct = {
  kind: 'read',
  object: () => null,
  async read({ database }, { object }) {
    const rows =
      object === undefined
        ? await listNewestAudit(database, rowsMax)
        : await listOperatorAudit(database, object);
    return {
      ok: true,
      text:
        object === undefined ? 'The newest entries, newest first.' : `Entries about ${object}, oldest first.`,
      rows: rows.map((row) => ({
        entry: String(row.entryId),
        at: formatTime(row.at),
        operator: row.operator,
        act: row.act,
        phase: row.phase,
        object: row.object,
        detail: row.detail,
      })),
    };
  },
};

export const checkRecord: ReadAct = {
  kind: 'read',
  object: () => null,
  async read({ database, operators }) {
    const signatures = new AuditSignatures((hash) => findOperatorRequest(database, hash));
    let unproven: string | null = null;
    const report = await checkOperatorAudit(database, async (row) => {
      const problem = unproven === null ? await signatures.check(row) : null;
      if (problem !== null) unproven = `entry ${row.entryId} (${row.operator}: ${row.act}) ${problem}`;
    });
    if (!report.isWhole)
      return refuseAct(
        'not_possible',
        `the audit log is damaged: entry ${report.entryId} is changed or missing`,
      );
    if (unproven !== null)
      return refuseAct('not_possible', `the audit log is not proven: ${String(unproven)}`);
    const foreign = signatures.findForeignKey(await operators.all());
    if (foreign !== null)
      return refuseAct('not_possible', `the key of operator ${foreign} was not registered by an operator`);
    const customers = await checkAudit(database);
    if (!customers.isWhole)
      return refuseAct(
        'not_possible',
        `the customers' audit log is damaged: the entry of link ${customers.link} is changed, missing or not linked`,
      );
    return {
      ok: true,
      text: 'Both audit logs are intact. Compare the last hashes with those you noted elsewhere.',
      facts: {
        'operators: entries': String(report.rows),
        'operators: signed entries': String(signatures.signed),
        'operators: last hash': report.lastHash.toString('hex'),
        'customers: entries': String(customers.entries),
        'customers: last hash': customers.lastHash.toString('hex'),
      },
    };
  },
};
