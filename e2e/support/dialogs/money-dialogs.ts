/** Dialogs and states of balances, swaps, deposits and withdrawals. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { choose, chooseNetwork } from '../screen-actions.ts';
import { mockAnswer, dialogIn, mockFailure } from './dialog-state.ts';
import type { DialogState } from './dialog-state.ts';

const receiver = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Opens a row of the table, or a card of the list. */
async function showEther(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Show ETH details' })
    .or(page.getByRole('list', { name: 'Your assets' }).getByRole('button', { name: /^ETH/ }))
    .first()
    .click();
  await page.getByRole('tab', { name: 'Trade reports' }).waitFor();
}

async function reviewSwap(page: Page): Promise<void> {
  await page.getByLabel('Amount to pay').fill('0.01');
  await page.getByRole('button', { name: 'Review swap' }).click();
  await page.getByRole('heading', { name: 'Confirm your swap' }).waitFor();
}

async function reviewWithdrawal(page: Page): Promise<void> {
  await choose(page, 'Asset', 'ETH');
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.01');
  const other = page.getByRole('radio', { name: 'Another destination' });
  if ((await other.count()) > 0) await other.press('Space');
  await page.getByRole('textbox', { name: 'Wallet address' }).fill(receiver);
  await page.getByRole('button', { name: 'Review withdrawal' }).click();
  await page.getByRole('heading', { name: 'Confirm your withdrawal' }).waitFor();
}

/** The app has the session but not its user, as in a browser where somebody has just signed in. */
async function forgetUser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.search !== '?just-signed-in') return;
    const session = JSON.parse(localStorage.getItem('app.user.v1') ?? '{}') as object;
    localStorage.setItem('app.user.v1', JSON.stringify({ ...session, user: null }));
  });
}

export const moneyDialogs: readonly DialogState[] = [
  {
    name: 'the account menu',
    path: '/dashboard',
    who: 'demo',
    of: 'app/user-menu.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: /demo/ }).first().click();
      await page
        .getByRole('menuitem', { name: 'Log out' })
        .or(page.getByRole('button', { name: 'Log out' }))
        .waitFor();
    },
  },
  {
    name: 'the balance of one asset',
    path: '/dashboard',
    who: 'demo',
    of: 'features/balances/total-balance.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: /Show the balance of/ }).click();
      await page.getByRole('option', { name: 'ETH' }).waitFor();
    },
  },
  {
    name: 'balances that are hidden',
    path: '/dashboard',
    who: 'newcomer',
    open: async (page) => {
      const hide = page.getByRole('button', { name: 'Hide balances' });
      if (await hide.isVisible()) await hide.click();
      await page.getByRole('button', { name: 'Show balances' }).waitFor();
    },
  },
  {
    name: 'the dashboard of a newcomer',
    path: '/dashboard',
    who: 'newcomer',
    open: async (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  ...['Trade reports', 'Deposit state', 'Withdraw state'].map((tab): DialogState => ({
    name: `an open row of the dashboard, ${tab.toLowerCase()}`,
    path: '/dashboard',
    who: 'demo',
    open: async (page) => {
      await showEther(page);
      await page.getByRole('tab', { name: tab }).click();
    },
  })),
  {
    name: 'what a status means',
    path: '/dashboard',
    who: 'demo',
    open: async (page) => {
      await showEther(page);
      await page.getByRole('tab', { name: 'Withdraw state' }).click();
      await page
        .getByRole('button', { name: /^About the status/ })
        .first()
        .focus();
      // As a keyboard user.
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'balances that could not be loaded',
    path: '/dashboard',
    who: 'demo',
    prepare: async (page) => mockFailure(page, 'GetAccountPositions'),
    open: async (page) => page.getByText('Your balances could not be loaded').waitFor({ timeout: 40_000 }),
  },
  {
    name: 'an account that could not be loaded',
    path: '/dashboard?just-signed-in',
    who: 'demo',
    prepare: async (page) => {
      await mockFailure(page, 'GetUserInfo');
      await forgetUser(page);
    },
    open: async (page) => page.getByText('We could not load your account').waitFor({ timeout: 40_000 }),
  },
  {
    name: 'a page while it is offline',
    path: '/dashboard',
    who: 'demo',
    open: async (page) => {
      await page.getByRole('button', { name: /ETH/ }).first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline').first().waitFor();
    },
  },
  {
    name: 'the question about linking accounts',
    path: `/dashboard?userName=maria&wallet=${receiver}`,
    who: 'demo',
    of: 'features/balances/link-account-dialog.tsx',
    open: async (page) => page.getByText('Link your testnet account?').waitFor(),
  },
  {
    name: 'the asset picker',
    path: '/swap',
    who: 'demo',
    open: async (page) => {
      await page.getByRole('button', { name: /^Asset to pay with/ }).click();
      await page.getByRole('option', { name: /^USDT/ }).waitFor();
    },
  },
  {
    name: 'an asset that does not exist',
    path: '/swap',
    who: 'demo',
    open: async (page) => {
      await page.getByRole('button', { name: /^Asset to pay with/ }).click();
      await page.getByRole('option', { name: /^USDT/ }).waitFor();
      await page
        .getByRole('dialog')
        .getByRole('combobox')
        .or(page.getByRole('searchbox'))
        .first()
        .fill('zzz');
      await page.getByText('No asset matches').waitFor();
    },
  },
  {
    name: 'a swap above the balance',
    path: '/swap',
    who: 'demo',
    open: async (page) => {
      await page.getByLabel('Amount to pay').fill('99999999');
      await page.getByText('Not Enough Balance').first().waitFor();
    },
  },
  {
    name: 'the swap review',
    path: '/swap',
    who: 'demo',
    of: 'features/swap/swap-review.tsx',
    open: reviewSwap,
  },
  {
    name: 'a swap that was refused',
    path: '/swap',
    who: 'demo',
    open: async (page) => {
      await reviewSwap(page);
      const refusal = { status: 'Rejected', errormsg: 'Not_Enough_Funds', errorcode: 0, OrderId: 0 };
      await mockAnswer(page, 'SendOrder', refusal);
      await dialogIn(page, 'Confirm your swap').getByRole('button', { name: /^Swap/ }).click();
      await page.getByText('The swap was not made and no money moved.').first().waitFor();
    },
  },
  {
    name: 'a swap that is done',
    path: '/swap',
    who: 'demo',
    open: async (page) => {
      await reviewSwap(page);
      await dialogIn(page, 'Confirm your swap').getByRole('button', { name: /^Swap/ }).click();
      await page.getByText('Your swap is done.').first().waitFor();
    },
  },
  {
    name: 'swaps that could not be loaded',
    path: '/swap',
    who: 'demo',
    prepare: async (page) => mockFailure(page, 'GetInstruments'),
    open: async (page) => page.getByText('Swap could not be loaded').waitFor({ timeout: 40_000 }),
  },
  {
    name: 'the overlay below level 1',
    path: '/ramping/deposit',
    who: 'newcomer',
    open: async (page) => page.getByText('Verify your identity first').waitFor(),
  },
  {
    name: 'the networks of a deposit',
    path: '/ramping/deposit',
    who: 'demo',
    of: 'features/transfers/network-field.tsx',
    open: async (page) => {
      await choose(page, 'Asset', 'USDT');
      await page.getByRole('button', { name: /Network$/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'a deposit of pesos',
    path: '/ramping/deposit',
    who: 'demo',
    open: async (page) => {
      await choose(page, 'Asset', 'COP');
      await expect(page.getByText('Bank', { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'a deposit of reais',
    path: '/ramping/deposit',
    who: 'demo',
    open: async (page) => choose(page, 'Asset', 'BRL'),
  },
  {
    name: 'an address that could not be loaded',
    path: '/ramping/deposit',
    who: 'demo',
    prepare: async (page) => mockFailure(page, 'GetDepositInfo'),
    open: async (page) => {
      await choose(page, 'Asset', 'ETH');
      await page.getByText('Your address could not be loaded').waitFor({ timeout: 40_000 });
    },
  },
  {
    name: 'the networks of a withdrawal',
    path: '/ramping/withdraw',
    who: 'demo',
    open: async (page) => {
      await choose(page, 'Asset', 'USDT');
      await page.getByRole('button', { name: /Network$/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'a withdrawal by Pix',
    path: '/ramping/withdraw',
    who: 'demo',
    open: async (page) => {
      await choose(page, 'Asset', 'BRL');
      await page.getByLabel('Pix key').fill('nobody');
      await page.getByLabel('CPF or CNPJ').fill('123');
      await page.getByRole('textbox', { name: 'Amount' }).fill('50');
    },
  },
  {
    name: 'a limit that is exceeded, with its toast',
    path: '/ramping/withdraw',
    who: 'demo',
    device: 'phone',
    open: async (page) => {
      await choose(page, 'Asset', 'ETH');
      await page.getByRole('textbox', { name: 'Amount' }).fill('3.9');
      const toast = page.locator('[data-sonner-toast]');
      await toast.waitFor();
      await page.waitForTimeout(500); // it slides in
      const button = page.getByRole('button', { name: 'Over your daily limit' });
      const [above, below] = [await toast.boundingBox(), await button.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    },
  },
  {
    name: 'the withdrawal review',
    path: '/ramping/withdraw',
    who: 'demo',
    of: 'features/transfers/withdraw/withdraw-review.tsx',
    open: reviewWithdrawal,
  },
  {
    name: 'a withdrawal that was refused',
    path: '/ramping/withdraw',
    who: 'demo',
    open: async (page) => {
      await reviewWithdrawal(page);
      const refusal = {
        result: false,
        errormsg: 'Not allowed',
        errorcode: 104,
        detail: 'Daily limit exceeded',
      };
      await mockAnswer(page, 'CreateWithdrawTicket', refusal);
      await dialogIn(page, 'Confirm your withdrawal').getByRole('button', { name: /^Send/ }).click();
      await page.getByText('The withdrawal was not made and no money moved.').first().waitFor();
    },
  },
  {
    name: 'a withdrawal that waits for its mail',
    path: '/ramping/withdraw',
    who: 'demo',
    open: async (page) => {
      await reviewWithdrawal(page);
      await dialogIn(page, 'Confirm your withdrawal').getByRole('button', { name: /^Send/ }).click();
      await page.getByText('One step left: confirm it by e-mail').waitFor();
    },
  },
  {
    name: 'the question about canceling a withdrawal',
    path: '/ramping/withdraw',
    who: 'demo',
    of: 'features/transfers/withdraw/tickets/cancel-withdrawal.tsx',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Cancel withdrawal: / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'the dialog that saves a wallet address',
    path: '/ramping/withdraw',
    who: 'demo',
    of: 'parts/destinations/add-whitelisted-address-view.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Save an address' }).click();
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('Please fill in the wallet name and the address').waitFor();
    },
  },
  {
    name: 'the networks of a saved address',
    path: '/ramping/withdraw',
    who: 'demo',
    open: async (page) => {
      await choose(page, 'Asset', 'USDT');
      await chooseNetwork(page, 'Ethereum (local)');
      await page.getByRole('button', { name: 'Save an address' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Network$/ })
        .click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the dialog that saves a bank account',
    path: '/ramping/withdraw',
    who: 'demo',
    of: 'parts/destinations/create-bank-account-view.tsx',
    open: async (page) => {
      await choose(page, 'Asset', 'COP');
      await page.getByRole('button', { name: 'Add a bank account' }).click();
      await page.getByRole('button', { name: 'Save bank account' }).click();
      await page.getByText('Please fill all required fields').waitFor();
    },
  },
  {
    name: 'the banks of Colombia',
    path: '/ramping/withdraw',
    who: 'demo',
    of: 'parts/destinations/template-fields.tsx',
    open: async (page) => {
      await choose(page, 'Asset', 'COP');
      await page.getByRole('button', { name: 'Add a bank account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /Bank$/ }).first().click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
];
