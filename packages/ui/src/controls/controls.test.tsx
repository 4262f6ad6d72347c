import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AssetPicker } from '../pickers/asset-picker.tsx';
import { Button } from './button.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import { OtpField } from './otp-field.tsx';
import { PasswordField } from './password-field.tsx';
import { RadioCards } from './radio-cards.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

// covers: sign-in.2
test('a loading button is announced, cannot be pressed and does not submit', async () => {
  const onPress = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isLoading loadingText="Processing..." onPress={onPress}>
        Log in
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Processing...' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a button removed while it is busy leaves no announcement behind, not even a late one', () => {
  vi.useFakeTimers();
  const left = () => document.querySelectorAll('[data-live-announcer] [aria-labelledby]');
  const { container, unmount } = render(<Button>Send</Button>);
  const { id } = container.querySelector('button') as HTMLButtonElement;
  const announcer = document.createElement('div');
  announcer.dataset['liveAnnouncer'] = 'true';
  const announce = () => {
    announcer.innerHTML = `<div role="img" aria-labelledby="${id}"></div>`;
  };
  announce();
  document.body.append(announcer);
  expect(left()).toHaveLength(1);
  unmount();
  expect(left()).toHaveLength(0);
  announce();
  vi.runAllTimers();
  expect(left()).toHaveLength(0);
  announcer.remove();
  vi.useRealTimers();
});

// covers: sign-in.4
test('a field joins its label, hint and error', () => {
  render(
    <TextField
      label="Username"
      hint="At least 3 characters"
      error="This field is required."
      value=""
      onChange={() => undefined}
    />,
  );
  const input = screen.getByRole('textbox', { name: 'Username' });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(/At least 3 characters.*This field is required\./);
});

test('a password can be shown and hidden again', async () => {
  render(
    <PasswordField
      label="Password"
      autoComplete="current-password"
      value="secret"
      onChange={() => undefined}
    />,
  );
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: /^Show/ }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

test('six pasted digits complete the code once', async () => {
  const onComplete = vi.fn();
  function Held() {
    const [code, setCode] = useState('');
    return <OtpField label="Code" value={code} onChange={setCode} onComplete={onComplete} />;
  }
  render(<Held />);
  await userEvent.click(screen.getByRole('textbox', { name: 'Code' }));
  await userEvent.paste('123 456');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
});

// covers: withdraw.4
test('an unavailable choice shows its reason and cannot be selected', async () => {
  const onChange = vi.fn();
  render(
    <RadioCards
      label="Method"
      value="wallet"
      onChange={onChange}
      options={[
        { value: 'bank', label: 'Bank', isDisabled: true, reason: 'Not available for ETH' },
        { value: 'wallet', label: 'Wallet' },
      ]}
    />,
  );
  expect(screen.getByText('Not available for ETH')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Bank/ })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
});

test('a select that was never opened shows its error, and takes the focus first', async () => {
  const { container } = render(
    <form>
      <Select label="Bank" value={null} onChange={() => undefined} options={[]} error="Select an option." />
      <TextField label="Number" error="This field is required." />
    </form>,
  );
  expect(screen.getByText('Select an option.')).toBeInTheDocument();
  const select = screen.getByRole('button', { name: /Bank/ });
  expect(select).toHaveAccessibleDescription('Select an option.');
  focusFirstProblem(container.querySelector('form') as HTMLFormElement);
  await waitFor(() => expect(select).toHaveFocus());
});

test('a select opens by keyboard and returns the id', async () => {
  const onChange = vi.fn();
  render(
    <Select
      label="Network"
      value="1"
      onChange={onChange}
      options={[
        { id: '1', label: 'Ethereum' },
        { id: '2', label: 'Polygon' },
      ]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith('2');
});

test('a product is found by typing and selected by keyboard', async () => {
  const onChange = vi.fn();
  render(
    <AssetPicker
      label="You pay with"
      searchLabel="Search assets"
      emptyText="No asset found"
      value={1}
      onChange={onChange}
      options={[
        { id: 1, symbol: 'BTC', name: 'Bitcoin' },
        { id: 2, symbol: 'USDT', name: 'Tether USD' },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'You pay with: BTC' }));
  const dialog = screen.getByRole('dialog', { name: 'You pay with' });
  // The search field references the list in which it moves, so that the list itself need not have the focus.
  expect(within(dialog).getByRole('combobox', { name: 'Search assets' })).toHaveAttribute(
    'aria-controls',
    within(dialog).getByRole('listbox').id,
  );
  await userEvent.keyboard('teth');
  expect(within(dialog).getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('of hundreds of products the nearest are rendered, all are found, and the scrollable list is reachable by keyboard', async () => {
  const onChange = vi.fn();
  const options = Array.from({ length: 300 }, (_, at) => ({
    id: at,
    symbol: `TK${at}`,
    name: `Token ${at}`,
  }));
  const two = [
    { id: 900, symbol: 'USDT', name: 'Tether USD', network: 'Ethereum' },
    { id: 901, symbol: 'USDT', name: 'Tether USD', network: 'Tron' },
  ];
  render(
    <AssetPicker
      label="You pay with"
      searchLabel="Search assets"
      emptyText="No asset found"
      value={900}
      onChange={onChange}
      options={[...options, ...two]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'You pay with: USDT, Ethereum' }));
  const region = screen.getByRole('region', { name: 'You pay with' });
  expect(region).toHaveAttribute('tabindex', '0');
  expect(screen.getAllByRole('option')).toHaveLength(40);
  fireEvent.scroll(region);
  expect(screen.getAllByRole('option')).toHaveLength(80);
  await userEvent.keyboard('tron');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(901);
});
