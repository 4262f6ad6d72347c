import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setNumberFormat } from '../format/number-format.ts';
import { AmountField } from './amount-field.tsx';
import type { AmountFieldProps } from './amount-field.tsx';

function Held(props: Partial<AmountFieldProps> & { readonly onValue?: (value: string) => void }) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <AmountField
      label="Amount"
      {...props}
      value={value}
      onChange={(next) => {
        setValue(next);
        props.onValue?.(next);
      }}
    />
  );
}

const field = () => screen.getByRole('textbox', { name: 'Amount' });

/** Types key by key and returns the content of the field: the typed text, the spelled-out amount, or the error. */
async function typeInto(props: Partial<AmountFieldProps>, keys: string) {
  render(<Held {...props} />);
  await userEvent.type(field(), keys);
  return screen.getByRole('textbox', { name: 'Amount' });
}

describe('typed key by key, by a customer who has not chosen a number format', () => {
  beforeEach(() => setNumberFormat({ style: 'point', isHabit: false }));
  afterEach(() => setNumberFormat({ style: 'point', isHabit: true }));
  const cop = { unit: 'COP', placesMax: 2, isFiat: true };
  const usdt = { unit: 'USDT', placesMax: 6 };
  const wholePrice = { unit: 'COP', placesMax: 0 };

  test.each([
    ['COP', cop, '100.000', /100\.000 could be 100000 or 100\b/],
    ['USDT', usdt, '1.500', /1\.500 could be 1500 or 1\.5\b/],
    ['a whole price', wholePrice, '3.900', /3\.900 could be 3900 or 3\.9\b/],
    ['a whole price', wholePrice, '3.900,5', /No decimals here/],
    ['USDT', usdt, '1.5.', /points or commas do not fit/],
    ['USDT', usdt, '1e5', /without the letter e/],
    ['USDT', usdt, '-1', /no plus or minus sign/],
    ['USDT', usdt, '1x', /no letters/],
    ['USDT', usdt, '$1', /“\$” does not belong/],
    ['USDT', usdt, '99999999999999999999999999', /At most 20 digits/],
    ['USDT', usdt, '1.1234567', /At most 6 decimals/],
  ])('%s: %s keeps %s and explains the error', async (_name, props, keys, message) => {
    const input = await typeInto(props, keys);
    expect(input).toHaveValue(keys);
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(message);
  });

  test.each([
    ['COP', cop, '1.552.888,00', '1 million 552 thousand 888 pesos'],
    ['COP', cop, '1,552,888.00', '1 million 552 thousand 888 pesos'],
    ['USDT', usdt, '1.500,50', '1 thousand 500 point 5 USDT'],
    ['USDT', usdt, '1,500.50', '1 thousand 500 point 5 USDT'],
    ['USDT', usdt, '1.000,50', '1 thousand point 5 USDT'],
    ['USDT', usdt, '0,25', '0 point 25 USDT'],
    ['USDT', usdt, '1500,5', '1 thousand 500 point 5 USDT'],
    ['USDT', usdt, '1 500,5 USDT', '1 thousand 500 point 5 USDT'],
  ])('%s: %s is kept as typed and spelled out', async (_name, props, keys, spelledOut) => {
    const input = await typeInto(props, keys);
    expect(input).toHaveValue(keys);
    expect(input).toBeValid();
    expect(input).toHaveAccessibleDescription(expect.stringContaining(spelledOut));
  });
});

// covers: swap.16
test('a refused key lets no later key through', async () => {
  const onValue = vi.fn();
  render(<Held placesMax={0} onValue={onValue} />);
  await userEvent.type(field(), '39.5');
  expect(field()).toHaveValue('39.5');
  expect(field()).toBeInvalid();
  await userEvent.type(field(), '{Backspace}{Backspace}');
  expect(field()).toHaveValue('39');
  expect(field()).toBeValid();
  expect(onValue.mock.calls.map(([text]) => text as string)).toEqual(['3', '39', '39.', '39.5', '39.', '39']);
});

test('a paste is kept unchanged, also in the middle', async () => {
  render(<Held value="7" placesMax={8} unit="BTC" />);
  await userEvent.tripleClick(field());
  await userEvent.paste('1,234.5 BTC');
  expect(field()).toHaveValue('1,234.5 BTC');
  expect(field()).toHaveAccessibleDescription(expect.stringContaining('1 thousand 234 point 5 BTC'));
});

test('leaving the field changes nothing', async () => {
  render(<Held />);
  await userEvent.type(field(), ',50');
  await userEvent.tab();
  expect(field()).toHaveValue(',50');
});

test('the amount stays spelled out next to an error of the form', () => {
  render(<Held value="1500" unit="USDT" error="Not enough USDT" />);
  expect(screen.getByText('1 thousand 500 USDT')).toBeVisible();
  expect(field()).toHaveAccessibleDescription(/Not enough USDT.*1 thousand 500 USDT/);
});

test('once the typing pauses the amount is announced, unless the page announces it', async () => {
  const { container } = render(<Held unit="BTC" />);
  await userEvent.type(field(), '0.5');
  const region = container.querySelector('[aria-live="polite"]');
  expect(region).not.toHaveTextContent('0 point 5 BTC');
  await waitFor(() => expect(region).toHaveTextContent('0 point 5 BTC'), { timeout: 3000 });
});

test('the placeholder follows the number format', () => {
  setNumberFormat({ style: 'comma', isHabit: true });
  render(<Held />);
  expect(screen.getByPlaceholderText('0,00')).toBeVisible();
  act(() => setNumberFormat({ style: 'point', isHabit: true }));
  expect(screen.getByPlaceholderText('0.00')).toBeVisible();
});

test('arrow keys never change the amount', async () => {
  render(<Held value="3" />);
  await userEvent.type(field(), '{ArrowUp}{ArrowDown}');
  expect(field()).toHaveValue('3');
});

test('balance and error describe the field', () => {
  render(<Held balance="Balance: 4 ETH" error="Not enough ETH" />);
  expect(field()).toHaveAccessibleDescription(/Not enough ETH.*Balance: 4 ETH/);
  expect(field()).toBeInvalid();
});

test('an error is announced politely by the field, or by the page where the page announces it', () => {
  const { rerender } = render(<Held error="Not enough ETH" />);
  expect(screen.getByText('Not enough ETH').closest('[aria-live="polite"]')).not.toBeNull();
  rerender(
    <>
      <Held error="Not enough ETH" announcedBy="said" />
      <p id="said">You have too little.</p>
    </>,
  );
  expect(screen.getByText('Not enough ETH').closest('[aria-live]')).toBeNull();
  expect(field()).toHaveAccessibleDescription(/You have too little/);
});

test('max calls back and has its whole name', async () => {
  const onPress = vi.fn();
  render(<Held max={{ label: 'Max', accessibleLabel: 'Use the whole balance', onPress }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Use the whole balance' }));
  expect(onPress).toHaveBeenCalledOnce();
});
