/** The messages that the bank accounts page shows after an action, and the names it uses. */
import { screen, within } from '@testing-library/react';
import { Toaster } from '@salar/ui';
import { createBlankRailForm, railTemplates } from '@salar/protocol/bank-rails';
import { expect, test } from 'vitest';
import { answering, exchange, products, provider, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { BankAccountsPage } from './bank-accounts-page.tsx';

useFakeExchange();

const account = {
  AccountWithdrawInfoId: 'a1',
  ProductId: products.COP,
  ProductName: 'COP',
  Name: 'bank:12345678901',
  AccountIdentifier: JSON.stringify({ SystemName: 'BREB', Number: '@maria123' }),
  Verified: true,
};
const breb = answering('GetWithdrawFormTemplateTypes', {
  result: true,
  TemplateTypes: [provider(11, 'COP_FIAT_BREB', 'CopBankTransfer', 'Bank')],
});
function open() {
  exchange.use(breb, answering('GetAccountWithdrawInfos', [account]));
  return renderPage(
    <>
      <BankAccountsPage />
      <Toaster />
    </>,
  );
}
const toasts = async () => within(await screen.findByRole('region', { name: /Notifications/ }));

// covers: bank-accounts.4, bank-accounts.16
test('an account is added to the group of its currency, and a toast confirms it', async () => {
  exchange.use(
    answering('GetWithdrawTemplate', {
      result: true,
      Template: JSON.stringify({ TemplateType: 'Unknown', Number: '' }),
    }),
    answering('CreateAccountWithdrawInfo', { result: true, errorcode: 0, detail: 'a2' }),
  );
  const { user } = open();
  const group = within(await screen.findByRole('region', { name: 'COP' }));
  await user.click(group.getByRole('button', { name: 'Add account in COP' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a bank account' }));
  await user.click(await dialog.findByLabelText('Account number'));
  await user.paste('3001234567');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  expect(await (await toasts()).findByText('Bank account added successfully')).toBeInTheDocument();
  expect(findRequests('CreateAccountWithdrawInfo')[0]).toMatchObject({
    ProductId: products.COP,
    Name: 'bank:3001234567',
  });
});

// covers: bank-accounts.15
test('a toast confirms that a bank account was deleted', async () => {
  exchange.use(
    answering('DeleteAccountWithdrawInfo', { result: true, errormsg: null, errorcode: 0, detail: null }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete account' }));
  expect(await (await toasts()).findByText('Bank account deleted successfully')).toBeInTheDocument();
});

// covers: bank-accounts.7
test('a card can be deleted and not edited', async () => {
  open();
  const card = within(await screen.findByRole('article'));
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete ••••a123',
  ]);
});

// covers: bank-accounts.11, bank-accounts.12
test.each([
  ['Account type', ['Savings', 'Checking', 'Low-amount deposit']],
  [
    'Document type',
    [
      'ID card (CC)',
      'Foreigner ID (CE)',
      'Passport',
      'Company tax ID (NIT)',
      'Temporary protection permit (PPT)',
      'Special stay permit (PEP)',
      'Minor ID card (TI)',
    ],
  ],
])('%s of a Colombian account has the product’s name for every choice', async (label, labels) => {
  const Template = JSON.stringify(createBlankRailForm(railTemplates.cop_bank));
  exchange.use(answering('GetWithdrawTemplate', { result: true, Template }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add account in COP' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a bank account' }));
  await user.click(await dialog.findByRole('button', { name: new RegExp(label) }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(labels);
});
