import { AmountField, Num, formatMoney } from '@salar/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchange } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { changeLanguage } from '../../i18n/i18n.ts';
import { numberStyleKey } from '../../i18n/number-style.ts';
import { NumberStyleSetting } from './number-style-setting.tsx';

useFakeExchange();

async function startAfresh() {
  localStorage.removeItem(numberStyleKey);
  // The language event applies what is stored, which is nothing.
  await act(() => changeLanguage('en'));
}

beforeEach(startAfresh);
afterEach(startAfresh);

/** The setting beside a figure, a sentence with an amount, and a field. */
function Everything() {
  useTranslation();
  const [text, setText] = useState('');
  return (
    <>
      <NumberStyleSetting />
      <Num value="1234567.5" />
      <p>{formatMoney('9876.5', 'BTC')}</p>
      <AmountField label="Amount" value={text} onChange={setText} symbol="BTC" placesMax={8} />
    </>
  );
}

// covers: figures.1
test('the choice changes figures, sentences, placeholder and parsing at once, and is saved with the account', async () => {
  const saved: unknown[] = [];
  exchange.use(
    http.post('*/AP/SetUserConfig', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ result: true, errormsg: null, errorcode: 0, detail: null });
    }),
  );
  const { user } = renderPage(<Everything />);
  const field = await screen.findByRole('textbox', { name: 'Amount' });
  expect(screen.getByRole('radio', { name: /^1,234\.56/ })).toBeChecked();
  expect(screen.getByText('9,876.50 BTC')).toBeVisible();
  await user.type(field, '1,500');
  expect(field).toBeInvalid();

  await user.click(screen.getByRole('radio', { name: /^1\.234,56/ }));
  expect(screen.getByText('9.876,50 BTC')).toBeVisible();
  expect(screen.getAllByText('1.234.567,50')).not.toHaveLength(0);
  expect(screen.getByText(/^1\.000,50 means 1 thousand pesos and 50 centavos/)).toBeVisible();
  expect(field).toHaveAttribute('placeholder', '0,00');
  // The text stays; the comma is now the customer's decimal sign.
  expect(field).toHaveValue('1,500');
  expect(field).toBeValid();
  expect(screen.getByText('1 comma 5 BTC')).toBeVisible();
  expect(localStorage.getItem(numberStyleKey)).toBe('comma');
  await waitFor(() =>
    expect(saved).toEqual([{ userId: 17, config: [{ Key: 'NumberFormat', Value: 'comma' }] }]),
  );
});

test.each(['es', 'pt'] as const)(
  'in %s the point is used, and neither style is assumed',
  async (language) => {
    await changeLanguage(language);
    const { user } = renderPage(<Everything />);
    expect(await screen.findByText('9,876.50 BTC')).toBeVisible();
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    const field = screen.getByRole('textbox');
    await user.type(field, '1.500');
    expect(field).toBeInvalid();
  },
);

test('the example on the page can be typed', async () => {
  for (const style of ['point', 'comma']) {
    localStorage.setItem(numberStyleKey, style);
    await act(() => changeLanguage('en'));
    const { user, unmount } = renderPage(<Everything />);
    const example = /^(\S+) means/.exec((await screen.findByText(/means 1 thousand/)).textContent)?.[1] ?? '';
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), example);
    expect(screen.getByText(/^1 thousand (point|comma) 5 BTC$/)).toBeVisible();
    unmount();
  }
});

test.each([
  ['en', '1 thousand pesos and 50 centavos'],
  ['es', 'mil pesos con 50 centavos'],
  ['pt', 'mil reais e 50 centavos'],
] as const)('the example uses the currency of the language: %s', async (language, text) => {
  await act(() => changeLanguage(language));
  renderPage(<NumberStyleSetting />);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  await act(() => changeLanguage('en'));
});

test('another tab’s choice applies here as well', async () => {
  renderPage(<Everything />);
  expect(await screen.findByText('9,876.50 BTC')).toBeVisible();
  act(() => {
    localStorage.setItem(numberStyleKey, 'comma');
    globalThis.dispatchEvent(new StorageEvent('storage', { key: numberStyleKey, newValue: 'comma' }));
  });
  expect(screen.getByText('9.876,50 BTC')).toBeVisible();
});
