import { createHash } from 'node:crypto';
import { accountId, minor, productId, ticketId, userId } from '@salar/protocol';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  answering,
  digits,
  exchange,
  findRequests,
  products,
  provider,
} from '../../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../../api/testing/render-page.tsx';
import { challengeOptions, useBrowserPasskeys } from '../../../lib/testing/browser-passkeys.ts';
import { WithdrawPage } from './withdraw-page.tsx';

useFakeExchange();
const browser = useBrowserPasskeys();

const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const passkey = {
  PasskeyId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
  Name: 'Phone',
  CreatedAt: '2026-05-04T12:00:00.000Z',
  LastUsedAt: null,
  CountsFrom: '2026-05-05T12:00:00.000Z',
};

const terms = {
  ticketId: ticketId(1003),
  requestCode: '6f1c0b1e-2b7e-4f57-9d3e-7a2c5e9f0a11',
  userId: userId(17),
  accountId: accountId(31),
  productId: productId(products.ETH),
  chainId: 1,
  destination: receiver,
  amount: minor(5n * 10n ** 17n),
  fee: minor(5n * 10n ** 14n),
};

/** Answers as a server that asks to sign other terms, or another hash, than those of the review. */
function ask(changes: Partial<typeof terms> = {}, challenge?: string): object {
  const product = { symbol: 'ETH', decimals: 18 };
  const text = formatWithdrawalText({ ...terms, ...changes }, product, window.location.origin);
  if (!text.ok) throw new Error('the terms can be written');
  const hash = challenge ?? createHash('sha256').update(text.value).digest('base64url');
  return { Text: text.value, Options: challengeOptions(hash) };
}

async function review({
  passkeys = [passkey],
  use = 'Needed',
  requested = ask(),
}: {
  readonly passkeys?: readonly object[];
  readonly use?: string;
  readonly requested?: object;
}) {
  exchange.use(
    answering('GetWithdrawFormTemplateTypes', {
      TemplateTypes: [provider(2, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum (local)')],
      result: true,
    }),
    answering('GetWithdrawTemplate', {
      Template: '{"TemplateType":"ToExternalEthereumAddress","Comment":"","ExternalAddress":""}',
      result: true,
    }),
    answering('GetWithdrawFee', {
      FeeAmount: digits('0.0005'),
      TicketAmount: digits('0.5'),
      PasskeySignature: use,
    }),
    answering('GetPasskeys', passkeys),
    answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }),
    answering('BeginWithdrawSignature', requested),
  );
  const { user } = renderPage(<WithdrawPage />, { state: { productId: products.ETH } });
  await user.type(await screen.findByLabelText('Amount'), '0.5');
  await user.click(await screen.findByLabelText(/^Wallet address/));
  await user.paste(receiver);
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your withdrawal' });
  const confirm = within(dialog).getByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  return { user, dialog, confirm };
}

describe('the review of a withdrawal', () => {
  test('lets a customer sign it with a passkey, and sends the signature with the same fields', async () => {
    const { user, dialog } = await review({});
    expect(dialog).toHaveTextContent('sent without waiting for our team');
    await user.click(within(dialog).getByRole('button', { name: 'Sign with passkey' }));
    await waitFor(() => expect(browser.requests).toHaveLength(1));
    expect(browser.requests[0]?.challenge).toMatch(/^[\w-]{43}$/);
    browser.requests[0]?.answer();
    expect(
      await screen.findByRole('heading', { name: 'One step left: confirm it by e-mail' }),
    ).toBeInTheDocument();
    const [begun] = findRequests('BeginWithdrawSignature');
    const [created, ...others] = findRequests('CreateWithdrawTicket');
    expect(others).toEqual([]);
    const { PasskeyResponse, ...fields } = created as { PasskeyResponse: string };
    expect(fields).toEqual(begun);
    expect(JSON.parse(PasskeyResponse)).toMatchObject({ id: 'key', type: 'public-key' });
  });

  test.each([
    ['another receiver', ask({ destination: '0x52908400098527886E0F7030069857D2E4169EE7' })],
    ['another amount', ask({ amount: minor(10n ** 18n) })],
    ['another fee', ask({ fee: minor(0n) })],
    ["another customer's account", ask({ accountId: accountId(32) })],
    ['another customer', ask({ userId: userId(18) })],
    ['another product', ask({ productId: productId(products.BTC) })],
    ['another hash than that of the text', ask({}, 'A'.repeat(43))],
    ['the text of another purpose', { ...ask(), Text: 'salar/payment/v2\n' }],
  ])('has nothing signed when the server asks to sign %s than it shows', async (_, requested) => {
    const { user, dialog } = await review({ requested });
    await user.click(within(dialog).getByRole('button', { name: 'Sign with passkey' }));
    expect(await within(dialog).findByText(/is not what is shown here, so nothing was signed/)).toBeVisible();
    expect(browser.requests).toEqual([]);
    expect(findRequests('CreateWithdrawTicket')).toEqual([]);
  });

  test('has an address signed that the server spells in other letters of the same case-free form', async () => {
    const { user, dialog } = await review({ requested: ask({ destination: receiver.toLowerCase() }) });
    await user.click(within(dialog).getByRole('button', { name: 'Sign with passkey' }));
    await waitFor(() => expect(browser.requests).toHaveLength(1));
  });

  test('says that no passkey was used when the customer closes the browser’s dialog, and goes on without', async () => {
    const { user, dialog, confirm } = await review({});
    const sign = within(dialog).getByRole('button', { name: 'Sign with passkey' });
    await user.click(sign);
    await waitFor(() => expect(browser.requests).toHaveLength(1));
    expect(confirm).toBeDisabled();
    browser.requests[0]?.fail('NotAllowedError');
    expect(await within(dialog).findByText(/No passkey was used\. Try again, or continue/)).toBeVisible();
    expect(findRequests('CreateWithdrawTicket')).toEqual([]);
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(
      await screen.findByRole('heading', { name: 'One step left: confirm it by e-mail' }),
    ).toBeInTheDocument();
    expect(findRequests('CreateWithdrawTicket')[0]).not.toHaveProperty('PasskeyResponse');
  });

  test('says from when on a new passkey counts', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { dialog } = await review({ passkeys: [{ ...passkey, CountsFrom: soon }] });
    expect(within(dialog).getByText(/Your passkey counts for this from/)).toBeVisible();
  });

  test('hints at passkeys only where one would spare a review', async () => {
    const { dialog } = await review({ passkeys: [] });
    expect(await within(dialog).findByRole('link', { name: 'Add a passkey' })).toHaveAttribute(
      'href',
      '/settings/security',
    );
    expect(within(dialog).queryByRole('button', { name: 'Sign with passkey' })).toBeNull();
  });

  test.each([
    ['an amount that needs none, without a passkey', { passkeys: [], use: 'Optional' }],
    ['a product whose withdrawals no passkey signs', { use: 'None' }],
  ])('is as ever for %s', async (_, given) => {
    const { dialog } = await review(given);
    expect(within(dialog).getAllByRole('button')).toHaveLength(2); // cancel and send
    expect(within(dialog).queryByRole('link', { name: 'Add a passkey' })).toBeNull();
  });
});
