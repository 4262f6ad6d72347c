/** Creates the data of an active customer for the screens: saved destinations, and a pending withdrawal. */
import type { TestCustomer } from './customers.ts';

const ether = { productId: 2, providerId: 1, template: 'ToExternalEthereumAddress' };
const pesos = { productId: 5 };
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const bankAccount = {
  BankName: '1007',
  AccountType: 'savings',
  Number: '12345678901',
  DocumentType: 'CC',
  DocumentNumber: '1020304050',
};

/** Saves a wallet address and a bank account, and requests a withdrawal that waits for its mail. */
export async function seedDemoCustomer({ api, accountId }: TestCustomer): Promise<void> {
  const own = { OMSId: 1, AccountId: accountId };
  await api.call('CreateAccountWithdrawInfo', {
    ...own,
    ProductId: ether.productId,
    Name: 'wallet:Ledger:Ethereum (local)',
    AccountIdentifier: address,
  });
  await api.call('CreateAccountWithdrawInfo', {
    ...own,
    ProductId: pesos.productId,
    Name: `bank:${bankAccount.Number}`,
    AccountIdentifier: JSON.stringify(bankAccount),
  });
  await api.call('CreateWithdrawTicket', {
    ...own,
    ProductId: ether.productId,
    AccountProviderId: ether.providerId,
    TemplateType: ether.template,
    TemplateForm: JSON.stringify({ TemplateType: ether.template, ExternalAddress: address, Comment: '' }),
    Amount: '0.01',
  });
}
