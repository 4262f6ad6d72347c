import { UiProvider } from '@salar/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { useMemo } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useFakeExchange } from '../../api/testing/render-page.tsx';
import { useTranslatedUiTexts } from '../../app/use-ui-texts-translated.ts';
import type { AssetRow } from './asset-rows.ts';
import { AssetTable } from './asset-table.tsx';

useFakeExchange();
afterEach(() => localStorage.removeItem('ui.balances.hideSmall'));

function row(productId: number, symbol: string, price: string, change24h: string): AssetRow {
  return {
    productId,
    symbol,
    fullName: symbol,
    isFiat: false,
    decimals: 8,
    canDeposit: true,
    canWithdraw: true,
    amount: '1',
    hold: '0',
    available: '1',
    iconUrl: null,
    networks: [],
    price,
    usdValue: price,
    change24h,
  };
}

/** The table, and the 24-hour changes that were drawn. */
function Table({
  rows,
  drawn,
  pending,
}: {
  readonly rows: readonly AssetRow[];
  readonly drawn?: string[];
  readonly pending?: ReadonlyMap<number, string>;
}) {
  const texts = useTranslatedUiTexts();
  const noting = useMemo(
    () => ({
      ...texts,
      announcedChange: (change: Parameters<typeof texts.announcedChange>[0]) => {
        drawn?.push(change.size);
        return texts.announcedChange(change);
      },
    }),
    [texts, drawn],
  );
  return (
    <MemoryRouter>
      <UiProvider locale="en-US" texts={noting} navigate={() => undefined}>
        <AssetTable rows={rows} pending={pending} accountId={31} isHidden={false} />
      </UiProvider>
    </MemoryRouter>
  );
}

test('only a price that changes is drawn again, with a pulse', () => {
  const drawn: string[] = [];
  const view = render(
    <Table drawn={drawn} rows={[row(1, 'BTC', '60000', '1.50'), row(2, 'ETH', '3000', '2.50')]} />,
  );
  expect(drawn.toSorted()).toEqual(['1.50', '2.50']);
  drawn.length = 0;
  // Every row is a new object, as when the rows are built from new prices.
  view.rerender(
    <Table drawn={drawn} rows={[row(1, 'BTC', '60001', '1.51'), row(2, 'ETH', '3000', '2.50')]} />,
  );
  expect(drawn).toEqual(['1.51']);
  const pulsing = [...view.container.querySelectorAll('[class*="motion-pulse"]')];
  expect(pulsing).toHaveLength(1);
  expect(pulsing[0]).toHaveClass('motion-pulse-gain');
  expect(pulsing[0]).toHaveTextContent('60,001.00');
});

test('a fall pulses as a loss; a first price or an invisible change does not pulse', () => {
  const table = (price: string | null) => <Table rows={[{ ...row(1, 'BTC', '1', '1'), price }]} />;
  const view = render(table(null));
  const pulses = () => [...view.container.querySelectorAll('[class*="motion-pulse"]')];
  view.rerender(table('60000.50'));
  expect(pulses()).toEqual([]);
  view.rerender(table('60000.501'));
  expect(pulses()).toEqual([]);
  view.rerender(table('60000.40'));
  expect(pulses()[0]).toHaveClass('motion-pulse-loss');
});

test('small balances can be left out: their number is shown, and what is on hold or on its way stays', () => {
  const rows = [
    row(1, 'BTC', '60000', '1'),
    { ...row(2, 'ETH', '3000', '1'), amount: '0', usdValue: '0' },
    { ...row(3, 'USDC', '1', '1'), amount: '0.5', hold: '0.5', available: '0', usdValue: '0.5' },
    { ...row(4, 'SOL', '150', '1'), amount: '0', usdValue: '0' },
    { ...row(5, 'XYZ', '1', '1'), amount: '0', price: null, usdValue: null },
    { ...row(6, 'ABC', '1', '1'), amount: '3', price: null, usdValue: null },
  ];
  const symbols = () =>
    rows.map(({ symbol }) => symbol).filter((symbol) => screen.queryAllByText(symbol).length);
  const view = render(<Table rows={rows} pending={new Map([[4, '2']])} />);
  expect(symbols()).toEqual(['BTC', 'ETH', 'USDC', 'SOL', 'XYZ', 'ABC']);
  const choice = () => screen.getByRole('checkbox', { name: 'Hide small balances' });
  fireEvent.click(choice());
  expect(symbols()).toEqual(['BTC', 'USDC', 'SOL', 'ABC']);
  expect(screen.getByText('2 assets worth less than 1 USD are hidden')).toBeInTheDocument();
  view.unmount();
  const again = render(<Table rows={rows} pending={new Map([[4, '2']])} />);
  expect(choice()).toBeChecked();
  // Until the deposits are loaded, any of these assets could have one on its way.
  again.rerender(<Table rows={rows} />);
  expect(symbols()).toEqual(['BTC', 'ETH', 'USDC', 'SOL', 'XYZ', 'ABC']);
});

test('where all balances are small the table reports it and offers to show them', () => {
  localStorage.setItem('ui.balances.hideSmall', 'true');
  render(
    <Table rows={[{ ...row(2, 'ETH', '3000', '1'), amount: '0', usdValue: '0' }]} pending={new Map()} />,
  );
  expect(screen.getByText('All your balances are small')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Show all assets' }));
  expect(screen.getAllByText('ETH')).not.toHaveLength(0);
});
