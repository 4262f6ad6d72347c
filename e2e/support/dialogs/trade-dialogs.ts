/** Dialogs and states of the trade page. */
import type { Page } from '@playwright/test';
import { mockAnswer, dialogIn } from './dialog-state.ts';
import type { DialogState } from './dialog-state.ts';

/** On a phone the order form is in a tab. */
async function toOrder(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Order', exact: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (await tab.isVisible()) await tab.click();
}

const trade = { path: '/trade?market=BTCUSDT', who: 'demo' } as const;

export const tradeDialogs: readonly DialogState[] = [
  {
    ...trade,
    name: 'the markets',
    open: async (page) => {
      await page.getByRole('button', { name: /^Market/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    ...trade,
    name: 'the keyboard shortcuts',
    of: 'features/trade/shortcuts/shortcuts-dialog.tsx',
    device: 'desktop',
    open: async (page) => {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await dialogIn(page, 'Keyboard shortcuts').waitFor();
    },
  },
  ...['Book', 'Trades', 'Order'].map((tab): DialogState => ({
    ...trade,
    name: `the tab ${tab.toLowerCase()} of a phone`,
    device: 'phone',
    open: async (page) => {
      const views = page.getByRole('tablist', { name: 'Views of the market' });
      await views.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tabpanel', { name: tab, exact: true }).first().waitFor();
    },
  })),
  {
    ...trade,
    name: 'the depth of the market',
    open: async (page) => {
      await page.getByText('Depth', { exact: true }).click();
      await page.getByRole('img', { name: /^Depth of the market/ }).waitFor();
    },
  },
  {
    ...trade,
    name: 'the candles as a table',
    open: async (page) => {
      // The page keeps the picture that was chosen last.
      await page.getByText('Candles', { exact: true }).click();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('columnheader', { name: 'Close' }).waitFor();
    },
  },
  {
    ...trade,
    name: 'the kinds of orders',
    of: 'features/trade/entry/order-kind-fields.tsx',
    open: async (page) => {
      await toOrder(page);
      await page.getByRole('button', { name: /Order type$/ }).click();
      await page.getByRole('option', { name: /^Trailing stop limit/ }).waitFor();
    },
  },
  {
    ...trade,
    name: 'a trailing stop',
    open: async (page) => {
      await toOrder(page);
      await page.getByRole('button', { name: /Order type$/ }).click();
      await page.getByRole('option', { name: /^Trailing stop limit/ }).click();
      await page.getByLabel('Distance to the price').waitFor();
    },
  },
  {
    ...trade,
    name: 'the moment of an order’s expiry',
    of: 'features/trade/entry/order-duration.tsx',
    open: async (page) => {
      await toOrder(page);
      await page.getByRole('combobox', { name: 'How long it stays' }).selectOption('GTD');
      await page
        .getByRole('form', { name: 'New order' })
        .getByRole('button', { name: /Calendar/ })
        .click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    ...trade,
    name: 'the order review',
    of: 'features/trade/entry/order-review.tsx',
    open: reviewOrder,
  },
  {
    ...trade,
    name: 'an order that was refused',
    open: async (page) => {
      await reviewOrder(page);
      await mockAnswer(page, 'SendOrder', {
        status: 'Rejected',
        errormsg: 'Not_Enough_Funds',
        errorcode: 0,
        OrderId: 0,
      });
      await dialogIn(page, 'Confirm your order').getByRole('button', { name: /^Buy/ }).click();
      await page.getByRole('form', { name: 'New order' }).getByText('The order was not placed.').waitFor();
    },
  },
  {
    ...trade,
    name: 'an order that is edited',
    of: 'features/trade/orders/edit-order-dialog.tsx',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Edit order/ })
        .first()
        .click();
      await dialogIn(page, /^Edit order in/).waitFor();
    },
  },
  {
    ...trade,
    name: 'the question about canceling all orders',
    of: 'features/trade/orders/open-orders.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Cancel all' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...(
    [
      ['order history', /^(Order history|History)$/],
      ['your trades', /^(Your trades|Trades)$/],
    ] as const
  ).map(([what, tab]): DialogState => ({
    ...trade,
    name: `the tab ${what}`,
    open: async (page) => {
      await page.getByRole('tablist', { name: 'Your orders' }).getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(500); // its list arrives
    },
  })),
  {
    name: 'the order of a visitor',
    path: '/trade',
    who: null,
    open: async (page) => {
      await toOrder(page);
      await page.getByText('Sign in to trade').waitFor();
    },
  },
  {
    name: 'the order below level 1',
    path: '/trade',
    who: 'newcomer',
    open: async (page) => {
      await toOrder(page);
      await page.getByText('Verify your identity first').waitFor();
    },
  },
];

async function reviewOrder(page: Page): Promise<void> {
  await toOrder(page);
  await page.getByLabel('Limit price').fill('12003');
  await page.getByLabel('Quantity', { exact: true }).fill('0.001');
  await page.getByRole('button', { name: 'Review buy order' }).click();
  await dialogIn(page, 'Confirm your order').waitFor();
}
