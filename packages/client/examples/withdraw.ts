/**
 * Withdraws to a saved destination, and waits until its customer has confirmed it by mail.
 *
 *   SALAR_KEY=... SALAR_SECRET=... npx tsx packages/client/examples/withdraw.ts USDT 25 ledger
 *
 * The key needs the permissions Withdraw and AccountReadOnly. A key can only send to destinations that its customer has
 * saved and confirmed on the site; the third argument is the label of one of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import Big from 'big.js';
import { createClient } from '../src/index.ts';
import type { Client, Decimal, WithdrawTicket } from '../src/index.ts';

export type Withdrawal = {
  /** Symbol of a product, such as `USDT`. */
  readonly product: string;
  readonly amount: Decimal;
  /** Label of the destination, such as `ledger` of `wallet:ledger:Ethereum`. */
  readonly destination: string;
};

/**
 * @param say  receives progress messages
 * @param pollMs  pause between two reads of the ticket
 * @returns the ticket once it is confirmed, or has ended without that
 */
export async function withdraw(
  client: Client,
  { product, amount, destination }: Withdrawal,
  { say, pollMs = 2000 }: { readonly say: (line: string) => void; readonly pollMs?: number },
): Promise<WithdrawTicket> {
  const saved = (await client.call.GetAccountWithdrawInfos()).find(
    ({ ProductName, Name }) => ProductName === product && Name.split(':')[1] === destination,
  );
  if (saved === undefined) throw new Error(`${product} has no saved destination ${destination}`);
  if (!saved.Verified) throw new Error(`${destination} is not confirmed: follow the link in the mail`);

  const { ProductId, AccountWithdrawInfoId } = saved;
  const { FeeAmount } = await client.call.GetWithdrawFee({ ProductId, Amount: amount });
  const arrives = new Big(amount).minus(FeeAmount).toFixed();
  say(`${amount} ${product} to ${saved.AccountIdentifier}: fee ${FeeAmount}, arrives ${arrives}`);

  // The client repeats this when an answer is lost; the key that it adds makes sure that there is only one ticket.
  const { detail: requestCode } = await client.call.CreateWithdrawTicket({
    ProductId,
    Amount: amount,
    TemplateForm: JSON.stringify({ AccountWithdrawInfoId }),
  });
  if (requestCode === null) throw new Error('The exchange returned no request code');
  say(`ticket ${requestCode}: confirm it with the link in the mail`);

  for (;;) {
    const ticket = await client.call.GetWithdrawTicket({ RequestCode: requestCode });
    if (ticket.Status !== 'Pending2Fa') {
      say(`ticket ${requestCode}: ${ticket.Status}`);
      return ticket;
    }
    await delay(pollMs);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [product, amount, destination] = process.argv.slice(2);
  if (!product || !amount || !destination) throw new Error('withdraw.ts PRODUCT AMOUNT DESTINATION');
  const { SALAR_URL: url = 'http://127.0.0.1:8080', SALAR_KEY: apiKey, SALAR_SECRET: secret } = process.env;
  if (!apiKey || !secret) throw new Error('SALAR_KEY and SALAR_SECRET are needed');
  const client = createClient({ url, credentials: { apiKey, secret } });
  await withdraw(client, { product, amount, destination }, { say: (line) => console.log(line) });
}
