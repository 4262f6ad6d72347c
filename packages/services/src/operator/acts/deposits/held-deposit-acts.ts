/** Deposits that wait, because they were paid to an address whose private key others may have. */
import { ticketId } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import {
  decideDeposit,
  findHeldDeposit,
  listHeldDeposits,
} from '@salar/store/tables/chains/exposed-deposits';
import type { HeldDeposit } from '@salar/store/tables/chains/exposed-deposits';
import { isMac } from '../../../crypto/mac-keys.ts';
import { computeEndMac, computeReleaseMac } from '../../../crypto/ticket-macs.ts';
import { computeWorth, formatProductAmount, formatTime, formatWorth, readId } from '../../act-format.ts';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActDetails, ActRefused, ChangeAct, ReadAct } from '../../act.ts';

const rowsMax = 100;

export const listHeld: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const held = await listHeldDeposits(context.database, rowsMax);
    const text = held.length === 1 ? '1 deposit waits.' : `${held.length} deposits wait.`;
    return { ok: true, text, rows: held.map((deposit) => describeDeposit(context, deposit)) };
  },
};

export const releaseHeld = createDecision({
  decided: 'credited, whether or not the wallets have it',
  text: (id) => `Deposit ${id} is credited with the next block.`,
  computeMac: computeReleaseMac,
});

export const endHeld = createDecision({
  decided: 'ended without a credit, even if its sweep brings it',
  text: (id) => `Deposit ${id} ends without a credit with the next block.`,
  computeMac: computeEndMac,
});

/** Creates an act by which two operators decide about a deposit that waits. */
function createDecision({
  decided,
  text,
  computeMac,
}: {
  readonly decided: string;
  readonly text: (id: TicketId) => string;
  readonly computeMac: typeof computeReleaseMac;
}): ChangeAct {
  return {
    kind: 'change',
    async check(context, { ticket = '', reason = '' }) {
      const found = await readHeld(context, ticket);
      if (!found.ok) return found;
      const { productId, amount, accountId } = found.value;
      const value = await computeWorth(context, productId, amount);
      const owner = await context.customers.findByAccount(context.database, accountId);
      return {
        ok: true,
        object: `deposit ${found.value.ticketId}`,
        details: {
          ...describeDeposit(context, found.value),
          worth: formatWorth(value),
          'will be': decided,
          reason,
        },
        needsTwo: true,
        value,
        owner: owner?.userId ?? null,
      };
    },
    async run(context, { ticket = '' }) {
      const { database, ticketMacKey, clock } = context;
      const before = await findDeposit(context, ticket);
      // After a crash the act is performed again: its decision is stored, and may have been carried out since.
      if (before !== null && isDecidedBy(ticketMacKey, before, computeMac))
        return { ok: true, text: `Deposit ${before.ticketId} was decided so before.` };
      const found = await readHeld(context, ticket);
      if (!found.ok) return found;
      const { ticketId: id } = found.value;
      const mac = computeMac(ticketMacKey, found.value);
      const isDecided = await decideDeposit(database, { ticketId: id, mac, at: clock() });
      return isDecided ? { ok: true, text: text(id) } : refuseDecided(id);
    },
  };
}

async function findDeposit({ database }: ActContext, text: string): Promise<HeldDeposit | null> {
  const id = readId(text);
  return id === null ? null : findHeldDeposit(database, ticketId(id));
}

async function readHeld(
  context: ActContext,
  text: string,
): Promise<{ readonly ok: true; readonly value: HeldDeposit } | ActRefused> {
  const id = readId(text);
  if (id === null) return refuseAct('params_wrong', `a ticket is a number, not ${text}`);
  const deposit = await findDeposit(context, text);
  if (deposit === null) return refuseAct('not_found', `deposit ${id} does not wait`);
  if (deposit.status !== 'Confirmed')
    return refuseAct('not_possible', `deposit ${id} is ${deposit.status}: it does not wait any more`);
  return (await context.ledger.read((view) => view.isCredited(deposit.key)))
    ? refuseDecided(deposit.ticketId)
    : { ok: true, value: deposit };
}

/** Its credit is in the ledger, or its status has just changed. */
function refuseDecided(id: TicketId): ActRefused {
  return refuseAct('not_possible', `deposit ${id} has just been credited or ended: see its ticket`);
}

function isDecidedBy(
  ticketMacKey: ActContext['ticketMacKey'],
  deposit: HeldDeposit,
  computeMac: typeof computeReleaseMac,
): boolean {
  const { decisionMac: mac } = deposit;
  return mac !== null && isMac(ticketMacKey, mac, (key) => computeMac(key, deposit));
}

function describeDeposit(context: ActContext, deposit: HeldDeposit): ActDetails {
  const { chainId, productId, amount, txId, toAddress, takenTx } = deposit;
  const network = context.networks.find((one) => one.chainId === chainId);
  return {
    ticket: String(deposit.ticketId),
    network: network?.name ?? String(chainId),
    account: String(deposit.accountId),
    amount: formatProductAmount(context, productId, amount),
    address: toAddress,
    transaction: txId,
    'waits since': formatTime(deposit.heldAt),
    ...(takenTx !== null && { 'taken by transaction': takenTx }),
    ...describeDecision(context, deposit),
  };
}

function describeDecision({ ticketMacKey }: ActContext, deposit: HeldDeposit): ActDetails {
  if (deposit.decisionMac === null) return {};
  if (isDecidedBy(ticketMacKey, deposit, computeReleaseMac)) return { decided: 'to be credited' };
  const isEnd = isDecidedBy(ticketMacKey, deposit, computeEndMac);
  return { decided: isEnd ? 'to be ended' : 'by nobody: the decision in the database is not an operator’s' };
}
