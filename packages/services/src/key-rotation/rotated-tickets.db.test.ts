/** The key of the tickets' MACs is replaced: every row moves to the new one, but those that the exchange did not write. */
import { minor } from '@salar/protocol';
import { insertAddress, findNewestAddress } from '@salar/store/tables/chains/deposit-addresses';
import { insertCorrection, findCorrection } from '@salar/store/tables/operators/reconciliation';
import { takeTicketNumber, findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeyRing } from '../crypto/key-ring.ts';
import { isMac, listMacKeyIds, readMacKeyId } from '../crypto/mac-keys.ts';
import { computeCorrectionMac, computeTicketMac } from '../crypto/ticket-macs.ts';
import { computeAddressMac, isAddressProved } from '../deposits/deposit-addresses.ts';
import { silentLog } from '../ports/log.ts';
import { bankProviders } from '../tickets/bank-providers.ts';
import { bankChainId } from '../tickets/networks.ts';
import { isStatusProved } from '../withdrawals/withdrawal-moves.ts';
import { toUncheckedTerms } from '../withdrawals/withdrawal-steps.ts';
import { KeyRotation } from './key-rotation.ts';
import { listRotatedAddresses, listRotatedTickets } from './rotated-tickets.ts';

const { brl, cop, maria } = bankWorld;
const former = { id: 1, key: Buffer.from(bankWorld.ticketMacKey) };
const current = { id: 2, key: Buffer.alloc(32, 5) };
const ring: KeyRing = [current, former];

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

function rotate(keys: KeyRing = ring): Promise<number> {
  const tables = [
    ...listRotatedTickets({
      ticketMacKey: keys,
      seals: db.database.seals,
      providers: bankProviders({ cop, brl }),
    }),
    ...listRotatedAddresses(keys),
  ];
  const options = {
    ring: 'test',
    database: db.database,
    keyIds: listMacKeyIds(keys),
    tables,
    pauseMs: 0,
    log: silentLog,
  };
  return new KeyRotation(options).run(new AbortController().signal);
}

/** Requests a withdrawal and confirms it, under key 1. */
async function withdraw(): Promise<WithdrawalRow> {
  const world = openBankWorld(db.database);
  const services = await world.open();
  const created = await services.withdrawals.create({
    ...maria,
    productId: brl,
    amount: minor(100_00n),
    templateType: 'BrlPix',
    templateForm: JSON.stringify({ PixKey: '+55 (11) 98765-4321', TaxIdNumber: '529.982.247-25' }),
    requestIp: '203.0.113.9',
  });
  const mail = world.mails.at(-1)?.notification;
  if (!created.ok || mail?.kind !== 'confirm_withdrawal') throw new Error('the withdrawal was not requested');
  await services.withdrawals.confirm({ userId: maria.userId, code: mail.code });
  const row = await findWithdrawal(db.database, created.value.ticketId);
  if (row === null) throw new Error('the ticket is missing');
  return row;
}

test('withdrawals, corrections and addresses are proved by the new key alone afterwards', async () => {
  const { ticketId } = await withdraw();
  const address = { family: 'evm', index: 7, accountId: maria.accountId, address: '0x01' };
  await insertAddress(db.database, { ...address, mac: computeAddressMac([former], address) }, 1);
  const correction = {
    key: 'k',
    chainId: 1,
    productId: brl,
    ticketId: await takeTicketNumber(db.database),
    amount: 5n,
    reason: 'r',
  };
  await insertCorrection(db.database, { ...correction, mac: computeCorrectionMac([former], correction) }, 1);
  expect(await rotate([former])).toBe(0); // without a former key there is nothing to do
  expect(await rotate()).toBe(0);
  const row = await findWithdrawal(db.database, ticketId);
  if (row === null) throw new Error('the ticket is missing');
  const terms = toUncheckedTerms(row, bankChainId);
  expect(isMac([current], row.mac, (key) => computeTicketMac(key, terms))).toBe(true);
  expect(await isStatusProved({ ticketMacKey: [current], database: db.database }, row)).toBe(true);
  expect(readMacKeyId(row.codeMac ?? Buffer.alloc(0))).toBe(2);
  const moved = await findNewestAddress(db.database, {
    accountId: maria.accountId,
    family: 'evm',
    firstIndex: 1,
  });
  expect(moved !== null && isAddressProved([current], moved)).toBe(true);
  const corrected = await findCorrection(db.database, 'k');
  expect(
    corrected?.mac && isMac([current], corrected.mac, (key) => computeCorrectionMac(key, correction)),
  ).toBe(true);
});

test('a row that was changed, or that names an unknown key, is not made valid by the rotation', async () => {
  const { ticketId, statusMac } = await withdraw();
  const forge = (column: string, value: unknown) =>
    db.database.query(`UPDATE withdrawal SET ${column} = $2 WHERE ticket_id = $1`, [ticketId, value]);
  const isProved = async (keys: KeyRing) => {
    const row = await findWithdrawal(db.database, ticketId);
    return row !== null && isStatusProved({ ticketMacKey: keys, database: db.database }, row);
  };
  await forge('status', 'Accepted');
  expect(await rotate()).toBe(1); // the row with the wrong MAC is left
  expect(await isProved(ring)).toBe(false);
  await forge('status_mac', Buffer.concat([Buffer.of(9), statusMac ?? Buffer.alloc(32)]));
  expect(await rotate()).toBe(1);
  expect(await isProved(ring)).toBe(false);
});
