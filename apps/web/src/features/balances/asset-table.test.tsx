import { UiProvider } from '@salar/ui';
import { render } from '@testing-library/react';
import { useMemo } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useFakeExchange } from '../../api/testing/render-page.tsx';
import { useTranslatedUiTexts } from '../../app/use-ui-texts-translated.ts';
import type { AssetRow } from './asset-rows.ts';
import { AssetTable } from './asset-table.tsx';

useFakeExchange();

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

/** The table, and the changes over 24 hours that were drawn. */
function Table({ rows, drawn }: { readonly rows: readonly AssetRow[]; readonly drawn?: string[] }) {
  const texts = useTranslatedUiTexts();
  const noting = useMemo(
    () => ({
      ...texts,
      spokenChange: (change: Parameters<typeof texts.spokenChange>[0]) => {
        drawn?.push(change.size);
        return texts.spokenChange(change);
      },
    }),
    [texts, drawn],
  );
  return (
    <MemoryRouter>
      <UiProvider locale="en-US" texts={noting} navigate={() => undefined}>
        <AssetTable rows={rows} pending={undefined} accountId={31} isHidden={false} />
      </UiProvider>
    </MemoryRouter>
  );
}

test('a price that changes is drawn anew, with a pulse, and nothing else is', () => {
  const drawn: string[] = [];
  const view = render(
    <Table drawn={drawn} rows={[row(1, 'BTC', '60000', '1.50'), row(2, 'ETH', '3000', '2.50')]} />,
  );
  expect(drawn.toSorted()).toEqual(['1.50', '2.50']);
  drawn.length = 0;
  // Every row is a new object, as it is when the rows are made from new prices.
  view.rerender(
    <Table drawn={drawn} rows={[row(1, 'BTC', '60001', '1.51'), row(2, 'ETH', '3000', '2.50')]} />,
  );
  expect(drawn).toEqual(['1.51']);
  const pulsing = [...view.container.querySelectorAll('[class*="motion-pulse"]')];
  expect(pulsing).toHaveLength(1);
  expect(pulsing[0]).toHaveClass('motion-pulse-gain');
  expect(pulsing[0]).toHaveTextContent('60,001.00');
});

test('a fall pulses as a loss; a first price and a change too small to be seen do not', () => {
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
