import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Address } from './address.tsx';
import { AssetIcon } from './asset-icon.tsx';
import { Change } from './change.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import { Num } from './num.tsx';

test('a figure has one text for screen readers next to the drawn one', () => {
  const { container } = render(<Num value="-1234.5" unit="BTC" />);
  expect(container.querySelector('.sr-only')).toHaveTextContent('minus 1,234.50 BTC');
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent('−1,234.50BTC');
});

test('a hidden figure is announced as hidden and does not reveal its size', () => {
  const { container } = render(<Num value="98058.07" unit="USD" isHidden />);
  expect(container).toHaveTextContent('••••••hidden');
});

test('a missing figure is a dash with its reason', () => {
  const { container } = render(<Num value={null} missingLabel="Price unavailable" />);
  expect(container).toHaveTextContent('—Price unavailable');
});

test.each([
  ['2.31', 'plus 2.31 percent, up'],
  ['-1.12', 'minus 1.12 percent, down'],
  ['0', '0.00 percent, unchanged'],
])('a change of %s is announced as "%s"', (value, announced) => {
  render(<Change value={value} />);
  expect(screen.getByText(announced)).toHaveClass('sr-only');
});

test('the text of an address is the address, in every form', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { container } = render(<Address value={address} form="verify" />);
  expect(container.textContent).toBe(address);
});

test('an asset shows its icon, and a glyph when it has none or the icon fails', () => {
  const { container, rerender } = render(<AssetIcon symbol="BTC" iconUrl={null} />);
  expect(container.querySelector('svg')).toHaveTextContent('BTC');
  rerender(<AssetIcon symbol="BTC" iconUrl="/icons/products/btc.svg" />);
  const picture = screen.getByRole('presentation');
  expect(picture).toHaveAttribute('src', '/icons/products/btc.svg');
  expect(container.querySelector('svg')).toBeNull();
  fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).toHaveTextContent('BTC');
});

// covers: api-keys.15
test('copying reports the copied item', async () => {
  const user = userEvent.setup();
  render(<CopyButton value="0xabc" what="ETH address" label="Copy address" />);
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await navigator.clipboard.readText()).toBe('0xabc');
  expect(screen.getByRole('status')).toHaveTextContent('ETH address copied to clipboard');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
});

test('a refused clipboard offers the text for manual copying', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  render(<CopyButton value="0xabc" what="ETH address" label="Copy address" />);
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(screen.getByRole('alert')).toHaveTextContent('refused');
  expect(screen.getByRole('textbox', { name: 'ETH address' })).toHaveValue('0xabc');
});
