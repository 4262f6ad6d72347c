/** Compares the balances in history with those of an engine that has applied the same commands. */
import type { Engine } from '@salar/engine';
import { readLedgerBalances } from '@salar/store';
import type { Queryable } from '@salar/store';
import type { Findings } from './findings.ts';

/** Adds a finding for each account and product whose entries differ from the engine. */
export async function compareBalances(view: Queryable, engine: Engine, findings: Findings): Promise<void> {
  const what = 'balances';
  findings.compared(what, 0);
  const seen = new Set<string>();
  for await (const { accountId, productId, sum, last } of readLedgerBalances(view)) {
    const { total } = engine.position(accountId, productId);
    const name = `account ${accountId}, product ${productId}`;
    findings.compared(what);
    seen.add(`${accountId}/${productId}`);
    if (sum !== total) findings.differs(what, `${name}: entries sum to ${sum}, the journal says ${total}`);
    else if (last !== total)
      findings.differs(what, `${name}: the last entry says ${last}, the journal ${total}`);
  }
  for (const { accountId } of engine.accounts()) {
    for (const { productId, total } of engine.accountPositions(accountId)) {
      if (total === 0n || seen.has(`${accountId}/${productId}`)) continue;
      findings.differs(
        what,
        `account ${accountId}, product ${productId}: no entries, the journal says ${total}`,
      );
    }
  }
}
