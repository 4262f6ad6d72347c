/** The ticket services between the opening of the books and the start of chains and signer. */
import { randomBytes } from 'node:crypto';
import { localProviders, prepareTicketServices } from '@salar/services';
import type { PreparedTicketServices } from '@salar/services';
import { TicketsNotReady } from '@salar/services/tickets/chain-access';
import { minor, userId } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import { testMacs } from '@salar/testing/test-customers';
import type { TestDatabase } from '@salar/testing/postgres';
import { createDecisions } from '@salar/testing/decision-memory';
import { generousAcceptance } from '@salar/testing/generous-acceptance';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noCodes } from '@salar/testing/no-codes';
import { trustedPrices } from '@salar/testing/trusted-prices';

const { usdt } = world.ids;
const { maria } = world;

let data: TestDatabase;
let exchange: TicketWorld;
let services: PreparedTicketServices;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  services = await prepareTicketServices({
    database: data.database,
    sequencer: exchange.ledger,
    providers: localProviders(world.ids).providers,
    notifier: { enqueue: async () => undefined },
    customers: { findEmail: async () => 'maria@example.com' },
    credentialChanges: { readLast: async () => null },
    codes: noCodes,
    priceTrust: trustedPrices,
    acceptance: generousAcceptance,
    macs: testMacs,
    keys: { ticketMac: randomBytes(32), addressMac: randomBytes(32) },
    decisions: createDecisions(Date.now),
    clock: Date.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});
afterAll(async () => {
  await services?.stop();
  await exchange?.close();
  await data?.close();
});

const getAddress = () =>
  services.deposits.getAddress({ accountId: maria, productId: usdt, generateNew: false });

describe('before chains and signer are up', () => {
  test('history and terms are available', async () => {
    const page = { accountId: maria, startIndex: 0, limit: 10 };
    expect(await services.deposits.list(page)).toEqual([]);
    expect(await services.withdrawals.list(page)).toEqual([]);
    expect(services.deposits.listProviders(usdt).length).toBe(2);
    expect(services.withdrawals.template({ productId: usdt })).not.toBeNull();
  });

  test('an address or a withdrawal is refused for now, with nothing written', async () => {
    await expect(getAddress()).rejects.toThrow(TicketsNotReady);
    const form = { TemplateType: 'ToExternalEthereumAddress', ExternalAddress: `0x${'71'.repeat(20)}` };
    const created = services.withdrawals.create({
      userId: userId(1),
      accountId: maria,
      productId: usdt,
      amount: minor(5_000_000n),
      templateForm: JSON.stringify(form),
      requestIp: null,
    });
    await expect(created).rejects.toThrow(TicketsNotReady);
    expect(await data.database.query('SELECT 1 FROM withdrawal')).toEqual([]);
  });

  test('both work from the moment they are connected', async () => {
    services.connect({
      networks: [exchange.network],
      signer: exchange.signer,
      approvals: exchange.signer,
    });
    expect(await getAddress()).toMatchObject({ ok: true });
  });
});
