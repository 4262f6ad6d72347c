/**
 * Decides which modules are bundled together. By default the bundler makes a file for every set of pages that share
 * something, some seventy for a page; many small files compress worse than few.
 *
 * A group takes its modules and their dependencies, unless an earlier group has taken them. `scripts/bundle-sizes.mjs`
 * shows the effect of a change here on each route.
 */
import type { Rolldown } from 'vite';

/** Everything that each page needs before it can render. */
const start: Rolldown.CodeSplittingGroup = {
  name: 'start',
  priority: 3,
  test: /apps\/web\/src\/(live\/live|store\/store|app\/router|lib\/theme|i18n\/i18n)\.tsx?$|node_modules\/react-(dom|redux|router)\//,
};

/** The frame around every page, and the controls shared by pages before and after sign-in. */
const frame: Rolldown.CodeSplittingGroup = {
  name: 'frame',
  priority: 2,
  test: new RegExp(
    [
      'apps/web/src/app/(frame|gates|language-choice|root)',
      'apps/web/src/lib/(navigation/(addresses|local-link|use-page-entrance)|looks-like-email|page-heading|use-log-out|failures/use-localized-message)',
      'apps/web/src/api/(visible-state|use-has-local-pages)',
      'apps/web/src/customer/use-customer',
      'apps/web/src/api/calls/(accounts/(get-account-info|get-user-info|set-user-config)|sign-in/log-out)',
      'packages/ui/src/art/logo',
      'packages/protocol/src/result',
      'packages/ui/src/containers/(alert-)?dialog',
      'packages/ui/src/controls/(button-link|native-select|password-field|remember-focus|text-field)',
      'packages/ui/src/feedback/inline-notice',
    ]
      .map((file) => `${file}\\.tsx?$`)
      .join('|'),
  ),
};

/** Modules that most of the signed-in pages share. */
const signedIn: Rolldown.CodeSplittingGroup = {
  name: 'signed-in',
  priority: 1,
  minShareCount: 12,
  test: /apps\/web\/src\/(api|customer|lib|live|money)\/|packages\/ui\/src\/|node_modules\/(@react-aria|react-aria|react-aria-components|react-stately)\//,
};

/** Modules that pages with amounts share. */
const amounts: Rolldown.CodeSplittingGroup = {
  name: 'amounts',
  test: new RegExp(
    [
      'apps/web/src/lib/announcement',
      'packages/ui/src/containers/(horizon|tabs)',
      'packages/ui/src/figures/(change|num|side-label)',
      'packages/ui/src/format/decimal',
    ]
      .map((file) => `${file}\\.tsx?$`)
      .join('|'),
  ),
};

/** Modules that pages with an amount field share. */
const amountEntry: Rolldown.CodeSplittingGroup = {
  name: 'amount-entry',
  test: new RegExp(
    [
      'apps/web/src/lib/amounts/use-amount-in-usd',
      'packages/ui/src/controls/(amount-field|use-amount-reading)',
      'packages/ui/src/format/typed-amount',
    ]
      .map((file) => `${file}\\.tsx?$`)
      .join('|'),
  ),
};

/** Pages without an amount field spell out amounts, too. */
const spellOutAmount: Rolldown.CodeSplittingGroup = {
  name: 'amount-in-words',
  priority: 1,
  test: /packages\/ui\/src\/format\/spell-out-amount\.ts$/,
};

/** Modules that several pages for signing in share. */
const signingIn: Rolldown.CodeSplittingGroup = {
  name: 'signing-in',
  priority: 1,
  test: /apps\/web\/src\/(lib\/(passkey|time\/use-countdown|mailed-links\/use-link-code)|api\/calls\/sign-in\/authenticate-(user|passkey)|api\/login-outcome|parts\/second-factor\/(use-code-problem|use-passkey|passkey-step)|features\/sign-in\/(passkey-button|use-passkey-sign-in))\.tsx?$/,
};

/** The field for a new password, on two pages before sign-in and one after it: these need none of each other's parts. */
const newPassword: Rolldown.CodeSplittingGroup = {
  name: 'new-password',
  priority: 2,
  test: /apps\/web\/src\/parts\/password\/|packages\/ui\/src\/(controls\/strength-meter|format\/password-strength)\.tsx?$/,
};

/** Modules that pages with balances, prices and tickets share, but not the settings. */
const market: Rolldown.CodeSplittingGroup = {
  name: 'market',
  priority: 2,
  minShareCount: 2,
  test: new RegExp(
    [
      'apps/web/src/api/calls/(accounts/get-account-positions|market-data/get-(instruments|level1-summary|product-attributes|products)|transfers/get-(deposit-tickets|withdraw-tickets))',
      'apps/web/src/customer/(displayed-price|holdings|usd-price|use-holdings|use-tickets|use-usd-prices)',
      'apps/web/src/api/records/(position|product|template-type|ticket|withdraw-info)',
      'apps/web/src/features/balances/(history-rows|use-history-labels)',
      'apps/web/src/parts/tickets/(status-tone|use-ticket-labels)',
      'apps/web/src/money/decimal',
      'apps/web/src/lib/(amounts/(asset-options|use-product-name)|navigation/(history-path|use-handed-over))',
      'packages/protocol/src/(market/displayed-price|money/amount)',
      'packages/ui/src/figures/(asset-icon|qr-code)',
    ]
      .map((file) => `${file}\\.tsx?$`)
      .join('|'),
  ),
};

/** Modules that pages with a table share. */
const tables: Rolldown.CodeSplittingGroup = {
  name: 'tables',
  test: /packages\/ui\/src\/(containers\/(data-table|pager)|controls\/date-field)\.tsx$/,
};

/**
 * Small modules that a few signed-in pages share: a request for each would cost more than downloading them together.
 */
const small: Rolldown.CodeSplittingGroup = {
  name: 'small',
  priority: 1,
  minShareCount: 3,
  maxModuleSize: 1700,
  test: /apps\/web\/src\/(api|app|customer|lib|live|money)\/(?!records\/order\.|calls\/orders\/get-orders\.)|packages\/ui\/src\/(?!art\/|containers\/pager|controls\/(?:date-field|use-amount-reading))|react-aria\/dist\/private\/utils\/useEvent|react-aria-components\/dist\/private\/Heading/,
};

/** Orders, for the dashboard, the trade page and the report. */
const orders: Rolldown.CodeSplittingGroup = {
  name: 'orders',
  test: /apps\/web\/src\/api\/(records\/order|calls\/orders\/get-orders)\.ts$/,
};

/** The check box, for sign-up, the trade page and API keys, with what it needs of React Aria. */
const checkBox: Rolldown.CodeSplittingGroup = {
  name: 'checkbox',
  test: /packages\/ui\/src\/controls\/checkbox\.tsx$|react-aria\/dist\/private\/(visually-hidden\/VisuallyHidden|form\/useFormValidation)\.mjs$/,
};

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    start,
    frame,
    signedIn,
    amounts,
    spellOutAmount,
    amountEntry,
    market,
    signingIn,
    newPassword,
    small,
    orders,
    checkBox,
    tables,
  ],
};
