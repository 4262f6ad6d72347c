/**
 * No text is hard-coded, and everything fits when it is two fifths longer: the whole app in a pseudo-locale, on a phone
 * and on a desktop. The app is loaded once; then the test navigates and changes the language without a reload.
 */
import type { Page } from '@playwright/test';
import { brazilianBanks, colombianBanks } from '@salar/protocol/bank-rails/banks';
import { brazilStates } from '@salar/protocol/brazil/states';
import { measureSidewaysScroll } from '../support/page-cache.ts';
import { dialogStates } from '../support/dialogs/all-dialogs.ts';
import { createDialogCustomers } from '../support/dialogs/dialog-customers.ts';
import type { DialogCustomers } from '../support/dialogs/dialog-customers.ts';
import {
  collectKnownTexts,
  findUntranslated,
  toPseudoText,
  installPseudoLocale,
} from '../support/pseudo-locale.ts';
import type { KnownTexts } from '../support/pseudo-locale.ts';
import { screens, seedSession, setAppearance, setLanguage } from '../support/screens.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const widths = [360, 1280];
/**
 * Names, units and codes that are the same in every language, texts that the product has in one language only, and
 * texts of the browser.
 */
const sameEverywhere = new Set(
  [
    'salar usd api csv json pdf jpeg png webp kb mb pix brl cop cpf cnpj ceb cep ddd esc alt enter shift gtc ioc fok wip',
    'english español português nombre de usuario correo electrónico tradingview avenia instagram linkedin brasil',
    'às utc gmt maria',
    'min dia ano sem vazio dd mm aaaa calendário descartar', // units, and texts of the library's date fields and dialogs
    ...namesOfDays(),
    ...[...colombianBanks, ...brazilianBanks].map((bank) => bank.Name), // responses contain their codes
    ...brazilStates.map(({ code, name }) => `${code} ${name}`),
  ].flatMap((text) => text.toLowerCase().split(/[^a-z]+/)),
);

const everybody = ['demo', 'newcomer', 'programmer', 'careful', null] as const;
let people: DialogCustomers;

test.beforeAll(async () => {
  people = await createDialogCustomers(url());
});

test('the pseudo-locale changes text only', () => {
  expect(toPseudoText('Show {{symbol}} <b>all</b>')).toBe('[Šĥóóóŵ {{symbol}} <b>áááļļ</b>]');
});

for (const who of ['demo', null] as const) {
  test(`every screen of ${who === null ? 'a visitor' : 'a customer'} uses translations only, and fits`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const known = await begin(page, who);
    const odd = new Set<string>();
    for (const { name, path, ready } of screens.filter(
      (screen) => screen.signedIn === (who !== null) && !/^\/(local|docs)/.test(screen.path),
    )) {
      await goTo(page, path);
      await ready(page);
      await setLanguage(page, 'pt');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const line of await lookAt(page, known)) odd.add(`${name}: ${line}`);
      }
    }
    expect([...odd]).toEqual([]);
  });
}

// Nearly all of them use the same components as the screens, so they are checked in whole sweeps only.
for (const who of isWholeSweep ? everybody : []) {
  test(`dialogs of ${who ?? 'a visitor'} use translations only, and fit a phone`, async ({ page }) => {
    test.setTimeout(300_000);
    const known = await begin(page, who);
    const odd: string[] = [];
    // States before sign-in are mostly messages, which stay on screen while the language changes.
    for (const { name, path, device, open } of dialogStates.filter(
      (one) => one.who === who && (one.of !== undefined || who === null) && one.prepare === undefined,
    )) {
      await page.setViewportSize({ width: device === 'desktop' ? 1280 : 360, height: 800 });
      await page.goto(url() + path);
      await open(page, people);
      await setLanguage(page, 'pt');
      odd.push(...(await lookAt(page, known)).map((line) => `${name}: ${line}`));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await installPseudoLocale(page);
    }
    expect(odd).toEqual([]);
  });
}

/** The browser formats dates in the language that the pseudo-locale replaces. */
function namesOfDays(): readonly string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 15));
  const weekdays = Array.from({ length: 7 }, (_, day) => new Date(2026, 0, day + 1));
  return (['long', 'short'] as const).flatMap((length) => [
    ...months.map((day) => day.toLocaleDateString('pt-BR', { month: length })),
    ...weekdays.map((day) => day.toLocaleDateString('pt-BR', { weekday: length })),
  ]);
}

/** Loads the app in English for a customer or a visitor. Returns the texts that are not the app's. */
async function begin(page: Page, who: keyof DialogCustomers | null): Promise<KnownTexts> {
  const data = collectKnownTexts(page);
  const names = new Set((who === null ? [] : initialsAnd(people[who])).join(' ').split(/\W+/));
  await installPseudoLocale(page);
  await setAppearance(page, 'light', 'en');
  if (who !== null) await seedSession(page, people[who]);
  await page.goto(`${url()}${who === null ? '/signin' : '/dashboard'}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { ...data, has: (word) => data.has(word) || names.has(word) || sameEverywhere.has(word) };
}

function initialsAnd({ userName, email }: DialogCustomers[keyof DialogCustomers]): readonly string[] {
  return [userName, email, userName.slice(0, 2)];
}

/** Navigates like a link of the app. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForURL(url() + path);
}

async function lookAt(page: Page, known: KnownTexts): Promise<readonly string[]> {
  const sideways = await measureSidewaysScroll(page);
  return [
    ...(await findUntranslated(page, known)),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : []),
  ];
}
