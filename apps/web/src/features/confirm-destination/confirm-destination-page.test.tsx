import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ConfirmDestinationPage } from './confirm-destination-page.tsx';

useFakeExchange();

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const open = {
  State: 'Open',
  Product: 'ETH',
  Amount: null,
  Fee: null,
  Net: null,
  Network: 'Ethereum (local)',
  TemplateType: 'ToExternalEthereumAddress',
  Address: address,
  BankFields: [],
};
beforeEach(() => exchange.use(answering('GetWithdrawInfoConfirmation', open)));

const path = '/confirm-destination?verifycode=the-code&UserId=17';
const button = () => screen.findByRole('button', { name: 'Confirm destination' });

test('opening the page confirms nothing; pressing the button does', async () => {
  exchange.use(
    answering('ConfirmWithdrawInfo', { result: true, errormsg: null, errorcode: 0, detail: null }),
  );
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  const confirm = await button();
  expect(findRequests('ConfirmWithdrawInfo')).toEqual([]);
  await user.click(confirm);
  expect(await screen.findByText('Destination confirmed')).toBeInTheDocument();
  expect(findRequests('ConfirmWithdrawInfo')).toEqual([{ VerifyEmailCode: 'the-code', UserId: '17' }]);
  expect(screen.getByRole('link', { name: 'Go to withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
});

test('a used or old link shows an error', async () => {
  exchange.use(
    answering('ConfirmWithdrawInfo', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid',
    }),
  );
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  await user.click(await button());
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
  expect(screen.getByText(/did not confirm the destination/)).toBeInTheDocument();
});

test('a lost answer is not called a failure', async () => {
  exchange.use(http.all('*/AP/ConfirmWithdrawInfo', () => Response.error()));
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  await user.click(await button());
  expect(await screen.findByText(/We do not know yet whether your confirmation arrived/)).toBeInTheDocument();
});

test('asset, network and the whole address are shown above the button', async () => {
  renderPage(<ConfirmDestinationPage />, { path });
  await button();
  expect(findRequests('GetWithdrawInfoConfirmation')).toEqual([
    { UserId: '17', VerifyEmailCode: 'the-code' },
  ]);
  for (const [label, value] of [
    ['Asset', 'ETH'],
    ['Network', 'Ethereum (local)'],
    ['Destination', address],
  ] as const)
    expect(screen.getByText(label).nextSibling?.textContent?.replaceAll(/\s/g, '')).toContain(
      value.replaceAll(/\s/g, ''),
    );
});

test.each([
  ['Confirmed', 'Already confirmed'],
  ['Expired', 'This link has expired'],
])('a code that is %s shows an error and offers no button', async (State, title) => {
  exchange.use(
    answering('GetWithdrawInfoConfirmation', {
      ...open,
      State,
      Product: null,
      Network: null,
      TemplateType: null,
      Address: null,
    }),
  );
  renderPage(<ConfirmDestinationPage />, { path });
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('without a code, as after Back or a reload, there is nothing to confirm', async () => {
  renderPage(<ConfirmDestinationPage />, { path: '/confirm-destination?UserId=17' });
  expect(await screen.findByText('Nothing to confirm here')).toBeInTheDocument();
  expect(screen.queryByText(/money/i)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to withdraw' })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
