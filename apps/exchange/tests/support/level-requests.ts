/** Requests of levels 2 to 4 and their documents, for tests through the gateway. */
import { userId } from '@salar/protocol';
import { listDocumentKinds } from '@salar/protocol/level-requests';
import { expect } from 'vitest';
import type { Customer, GatewayWorld, Reply } from './gateway-world.ts';

export const pdf = (text = 'hello') => Buffer.from(`%PDF-1.7\n${text}`);
/** A source of funds with every field filled in. */
export const funds = {
  Occupation: 'Nurse',
  Source: 'Salary',
  Description: 'A hospital in Cali pays me',
  MonthlyIncome: 'UpTo10',
  MonthlyVolume: 'UpTo10',
  Purpose: 'Investment',
  PoliticallyExposed: false,
  Declared: true,
};

/** Returns a past day of the exchange, in the format of documents. */
export function daysAgo(world: GatewayWorld, days: number): string {
  return new Date(world.clock.now - days * 86_400_000).toISOString().slice(0, 10);
}

/** Sends a document, as the web app does. */
export async function upload(
  world: GatewayWorld,
  customer: Pick<Customer, 'token'> | null,
  query: Readonly<Record<string, string>>,
  file: Buffer | string = pdf(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { name = 'id.pdf', ...rest } = query;
  const response = await world.app.inject({
    method: 'POST',
    url: `/kyc/documents?${new URLSearchParams({ level: '2', kind: 'identity', ...rest }).toString()}`,
    headers: {
      'content-type': 'application/octet-stream',
      'file-name': encodeURIComponent(name),
      ...(customer && { aptoken: customer.token }),
      ...headers,
    },
    payload: file,
  });
  return {
    status: response.statusCode,
    text: response.body,
    json: () => JSON.parse(response.body) as Record<string, unknown>,
  };
}

/** Creates a customer who is a legal entity. */
export async function company(world: GatewayWorld, level = 1): Promise<Customer> {
  const customer = await world.customer({ level });
  const { users } = world.services.accounts;
  const id = userId(customer.userId);
  await world.database.transaction((tx) => users.records.writeAccountType(tx, id, 'Legal entity'));
  await users.refresh(id);
  return customer;
}

/** Creates a complete request. */
export async function completeRequest(
  world: GatewayWorld,
  customer: Customer,
  level: number,
  kind: 'Natural person' | 'Legal entity',
): Promise<void> {
  await customer.call('SaveLevelRequest', { Level: level, Funds: funds });
  for (const one of listDocumentKinds(kind)) {
    const added = await upload(
      world,
      customer,
      { level: String(level), kind: one, issued: daysAgo(world, 0) },
      pdf(one),
    );
    expect(added.json()).toMatchObject({ Kind: one });
  }
}
