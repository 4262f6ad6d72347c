import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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

test('a typed comma becomes the point', async () => {
  render(<Held />);
  await userEvent.type(field(), '0,25');
  expect(field()).toHaveValue('0.25');
});

// covers: swap.16
test('letters and second points are refused and the old value stays, with a reason', async () => {
  render(<Held />);
  await userEvent.type(field(), '1.5.');
  expect(field()).toHaveValue('1.5');
  expect(screen.getByRole('alert')).toHaveTextContent('Use a point for decimals');
  await userEvent.type(field(), '2');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a pasted amount that could mean two things is refused', async () => {
  render(<Held value="7" />);
  await userEvent.tripleClick(field());
  await userEvent.paste('1,234');
  expect(field()).toHaveValue('7');
  await userEvent.tripleClick(field());
  await userEvent.paste('1,234.5');
  expect(field()).toHaveValue('1234.5');
});

test('leaving the field finishes the draft', async () => {
  const onValue = vi.fn();
  render(<Held onValue={onValue} />);
  await userEvent.type(field(), '.5');
  await userEvent.tab();
  expect(onValue).toHaveBeenLastCalledWith('0.5');
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

test('an error is said politely by the field, or by the page where the page says so', () => {
  const { rerender } = render(<Held error="Not enough ETH" />);
  expect(screen.getByText('Not enough ETH').closest('[aria-live="polite"]')).not.toBeNull();
  rerender(
    <>
      <Held error="Not enough ETH" spokenBy="said" />
      <p id="said">You have too little.</p>
    </>,
  );
  expect(screen.getByText('Not enough ETH').closest('[aria-live]')).toBeNull();
  expect(field()).toHaveAccessibleDescription(/You have too little/);
});

test('max calls back and says its whole name', async () => {
  const onPress = vi.fn();
  render(<Held max={{ label: 'Max', accessibleLabel: 'Use the whole balance', onPress }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Use the whole balance' }));
  expect(onPress).toHaveBeenCalledOnce();
});
