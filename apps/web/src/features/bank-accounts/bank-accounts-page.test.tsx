import { waitForFocus } from '@salar/ui/testing/wait-for-focus';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answering,
  exchange,
  failing,
  products,
  provider,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { BankAccountsPage } from './bank-accounts-page.tsx';

useFakeExchange();

const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const bank = (id: string, fields: object, more: object = {}) => ({
  AccountWithdrawInfoId: id,
  OMSId: 1,
  AccountId: 31,
  ProductId: products.COP,
  ProductName: 'COP',
  Name: 'bank:12345678901',
  AccountIdentifier: JSON.stringify(fields),
  Verified: true,
  ...more,
});
const bancolombia = bank('a1', {
  BankName: '1007',
  AccountType: 'savings',
  Number: '12345678901',
  DocumentType: 'CC',
  DocumentNumber: '1020304050',
});
const breb = bank(
  'a2',
  { SystemName: 'BREB', Number: '@maria123', DocumentType: 'CC', DocumentNumber: '1020304050' },
  { Verified: false },
);
const wallet = bank('w1', {}, { Name: 'wallet:ledger:Ethereum', AccountIdentifier: '0xabc' });
const copBanks = answering('GetWithdrawFormTemplateTypes', (body) => ({
  result: true,
  TemplateTypes:
    body['ProductId'] === products.COP
      ? [
          provider(10, 'COP_FIAT_BANK', 'CopBankTransfer', 'Bank transfer (Colombia)'),
          provider(11, 'COP_FIAT_BREB', 'CopBreB', 'Bre-B'),
        ]
      : [],
}));
const saved = (...infos: object[]) => answering('GetAccountWithdrawInfos', infos);

// covers: bank-accounts.1, bank-accounts.5
test('accounts are grouped by currency, masked visually and for screen readers', async () => {
  exchange.use(copBanks, saved(bancolombia, breb, wallet));
  renderPage(<BankAccountsPage />);
  const group = await screen.findByRole('region', { name: 'COP' });
  const cards = within(group).getAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['••••8901', '••••a123']);
  expect(cards[0]).toHaveTextContent('Bancolombia · Savings · COP');
  expect(cards[1]).toHaveTextContent('Bre-B · COP');
  expect(within(group).getAllByText('••••4050')).toHaveLength(2);
  expect(within(group).getByText('Verified')).toBeInTheDocument();
  expect(within(group).getByText('Unverified')).toBeInTheDocument();
  expect(document.body.innerHTML).not.toMatch(/12345678901|1020304050|maria123/);
  expect(screen.queryByText(/ledger|0xabc/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Edit/ })).not.toBeInTheDocument();
});

test('a name in a right-to-left script reverses nothing around it', async () => {
  const backwards = '\u202ekcab';
  exchange.use(copBanks, saved(bank('a3', { BankName: backwards, Number: '12345678901' })));
  renderPage(<BankAccountsPage />);
  const card = await screen.findByRole('article', { name: '••••8901' });
  expect(card).toHaveTextContent(`${backwards} · COP`);
  expect(within(card).getByText(backwards).tagName).toBe('BDI');
  expect(within(card).getByText('COP').tagName).toBe('BDI');
});

// covers: bank-accounts.3, bank-accounts.8
test('without accounts the customer chooses a currency, and the form opens with it', async () => {
  exchange.use(copBanks, saved(), answering('GetWithdrawTemplate', { result: true, Template: '{}' }));
  const { user } = renderPage(<BankAccountsPage />);
  expect(await screen.findByText('No bank accounts yet')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Add/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add account in COP' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a bank account' });
  expect(await within(dialog).findByRole('button', { name: /COP/ })).toBeDisabled();
});

// covers: bank-accounts.3
test('at most six currencies are offered', async () => {
  const many = Array.from({ length: 8 }, (_, at) => ({
    OMSId: 1,
    ProductId: 100 + at,
    Product: `C${at}`,
    ProductFullName: `Currency ${at}`,
    ProductType: 'NationalCurrency',
    DecimalPlaces: 2,
    DepositEnabled: true,
    WithdrawEnabled: true,
  }));
  exchange.use(
    answering('GetProducts', many),
    answering('GetWithdrawFormTemplateTypes', {
      result: true,
      TemplateTypes: [provider(10, 'X_FIAT', 'CopBankTransfer', 'Bank')],
    }),
    saved(),
  );
  renderPage(<BankAccountsPage />);
  await screen.findByText('No bank accounts yet');
  expect(screen.getAllByRole('button', { name: /^Add/ })).toHaveLength(6);
});

// covers: bank-accounts.10
test('only currencies with a bank provider are offered', async () => {
  exchange.use(
    answering('GetWithdrawFormTemplateTypes', {
      result: true,
      TemplateTypes: [provider(1, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum')],
    }),
    saved(),
  );
  renderPage(<BankAccountsPage />);
  expect(await screen.findByText('No currency can be withdrawn to a bank right now.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
});

test('an account whose currency is no longer paid out by a bank is shown, without a way to add another', async () => {
  exchange.use(
    answering('GetWithdrawFormTemplateTypes', { result: true, TemplateTypes: [] }),
    saved(bancolombia),
  );
  renderPage(<BankAccountsPage />);
  expect(await screen.findByRole('article', { name: '••••8901' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
});

// covers: bank-accounts.9
test('deleting shows the account, requires a confirmation and removes the card', async () => {
  exchange.use(
    copBanks,
    saved(bancolombia, breb),
    answering('DeleteAccountWithdrawInfo', () => {
      exchange.use(saved(breb));
      return accepted;
    }),
  );
  const { user } = renderPage(<BankAccountsPage />);
  await user.click(await screen.findByRole('button', { name: 'Delete ••••8901' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/^Bancolombia ••••8901 /)).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(findRequests('DeleteAccountWithdrawInfo')).toEqual([]);

  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: '••••8901' })).not.toBeInTheDocument());
  expect(screen.getByRole('article', { name: '••••a123' })).toBeInTheDocument();
  expect(findRequests('DeleteAccountWithdrawInfo')).toEqual([
    { OMSId: 1, AccountId: 31, AccountWithdrawInfoId: 'a1' },
  ]);
});

// covers: bank-accounts.13, bank-accounts.14
test.each([
  ['the reason', { message: 'Not allowed today' }, 'Failed to delete bank account: Not allowed today'],
  ['no reason', { message: null }, 'Failed to delete bank account: Unknown error'],
])(
  'a deletion that is refused with %s leaves the dialog open with an error',
  async (_, { message }, text) => {
    exchange.use(
      copBanks,
      saved(bancolombia),
      answering('DeleteAccountWithdrawInfo', {
        result: false,
        errormsg: message,
        errorcode: 104,
        detail: null,
      }),
    );
    const { user } = renderPage(<BankAccountsPage />);
    await user.click(await screen.findByRole('button', { name: 'Delete ••••8901' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    expect(await within(dialog).findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('article', { name: '••••8901', hidden: true })).toBeInTheDocument();

    // The error of one try is not shown for the next one.
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Delete ••••8901' }));
    expect(within(await screen.findByRole('alertdialog')).queryByText(text)).not.toBeInTheDocument();
  },
);

test('cancelling deletes nothing', async () => {
  exchange.use(copBanks, saved(bancolombia));
  const { user } = renderPage(<BankAccountsPage />);
  await user.click(await screen.findByRole('button', { name: 'Delete ••••8901' }));
  await waitForFocus(screen.getByRole('alertdialog'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(findRequests('DeleteAccountWithdrawInfo')).toEqual([]);
  expect(screen.getByRole('article', { name: '••••8901' })).toBeInTheDocument();
});

// covers: bank-accounts.2
test('accounts that cannot be loaded show the reason and a way to retry', async () => {
  exchange.use(copBanks, failing('/AP/GetAccountWithdrawInfos', 503, 'DOWN'));
  const { user } = renderPage(<BankAccountsPage />);
  expect(screen.getByRole('status', { name: 'Loading your bank accounts' })).toBeInTheDocument();
  expect(await screen.findByText('Your bank accounts could not be loaded')).toBeInTheDocument();
  exchange.use(saved(bancolombia));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article', { name: '••••8901' })).toBeInTheDocument();
});
