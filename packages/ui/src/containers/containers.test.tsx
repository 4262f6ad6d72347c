import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { DataTable, getNextSort } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { Button } from '../controls/button.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Row = { readonly symbol: string; readonly amount: string };
const rows: Row[] = [
  { symbol: 'BTC', amount: '1' },
  { symbol: 'ETH', amount: '2' },
];
const columns: Column<Row>[] = [
  { id: 'asset', header: 'Asset', cell: (row) => row.symbol },
  { id: 'balance', header: 'Balance', align: 'end', isSortable: true, cell: (row) => row.amount },
];

// covers: dashboard.7
test('rows open one at a time and close again', async () => {
  function Held() {
    const [expanded, setExpanded] = useState<string | null>(null);
    return (
      <DataTable
        label="Assets"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.symbol}
        expandedKey={expanded}
        onExpandedChange={setExpanded}
        expandLabel={(row) => `Details of ${row.symbol}`}
        renderExpanded={(row) => <p>Inside {row.symbol}</p>}
      />
    );
  }
  render(<Held />);
  const button = (symbol: string) => screen.getByRole('button', { name: `Details of ${symbol}` });
  await userEvent.click(button('BTC'));
  expect(button('BTC')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(screen.getByRole('cell', { name: 'ETH' }));
  expect(screen.queryByText('Inside BTC')).not.toBeInTheDocument();
  expect(screen.getByText('Inside ETH')).toBeInTheDocument();
  await userEvent.click(button('ETH'));
  expect(screen.queryByText('Inside ETH')).not.toBeInTheDocument();
});

test.each([
  [undefined, 'table'],
  ['(width >= 64rem)', 'list'],
])('at 768 px rows with a table from %s on are a %s', (tableFrom, role) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width >= 48rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <DataTable
      label="Assets"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.symbol}
      tableFrom={tableFrom}
      card={(row) => row.symbol}
    />,
  );
  expect(screen.getByRole(role, { name: 'Assets' })).toHaveTextContent('ETH');
});

// covers: dashboard.5
test('sorted columns are marked; the same column toggles and a new one starts descending', async () => {
  const onSortChange = vi.fn();
  render(
    <DataTable
      label="Assets"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.symbol}
      sort={{ columnId: 'balance', direction: 'descending' }}
      onSortChange={onSortChange}
    />,
  );
  expect(screen.getByRole('columnheader', { name: 'Balance' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Balance' }));
  expect(onSortChange).toHaveBeenCalledWith({ columnId: 'balance', direction: 'ascending' });
  expect(getNextSort({ columnId: 'balance', direction: 'ascending' }, 'asset').direction).toBe('descending');
});

test('a long list is rendered in part, and further when its end approaches', () => {
  let arrive = () => undefined as void;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        arrive = () => notify([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const many = Array.from({ length: 100 }, (_, at) => ({ symbol: `P${at}`, amount: '1' }));
  render(<DataTable label="Assets" columns={columns} rows={many} rowKey={(row) => row.symbol} />);
  const drawn = () => screen.getAllByRole('row').length - 1;
  expect(drawn()).toBe(40);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '101');
  act(arrive);
  expect(drawn()).toBe(80);
  act(arrive);
  expect(drawn()).toBe(100);
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-rowcount');
});

test('an empty table shows the content of the caller', () => {
  render(
    <DataTable
      label="Assets"
      columns={columns}
      rows={[]}
      rowKey={(row) => row.symbol}
      empty={<p>No assets yet</p>}
    />,
  );
  expect(screen.getByText('No assets yet')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('an alert starts on Cancel, and Escape cancels', async () => {
  const onCancel = vi.fn();
  render(
    <AlertDialog
      isOpen
      title="Delete?"
      cancelLabel="Cancel"
      confirmLabel="Delete key"
      onCancel={onCancel}
      onConfirm={() => undefined}
    >
      This cannot be undone.
    </AlertDialog>,
  );
  expect(screen.getByRole('alertdialog', { name: 'Delete?' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

test('a dialog whose exit animation never ends is removed from the page all the same', async () => {
  const view = render(
    <Dialog isOpen onOpenChange={() => undefined} title="Choose an asset">
      Assets
    </Dialog>,
  );
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  vi.useFakeTimers();
  const endless = { playState: 'running', finished: new Promise(() => undefined) };
  HTMLElement.prototype.getAnimations = () => [endless as unknown as Animation];
  try {
    view.rerender(
      <Dialog isOpen={false} onOpenChange={() => undefined} title="Choose an asset">
        Assets
      </Dialog>,
    );
    expect(screen.queryByText('Assets')).toBeInTheDocument();
    await act(async () => vi.advanceTimersByTimeAsync(1000));
    expect(screen.queryByText('Assets')).not.toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'getAnimations');
  }
});

test.each([
  ['is still there', false, 'Delete'],
  ['has gone with what it opened', true, 'Keys'],
])('a dialog whose opener %s leaves the focus on the page', async (_, isGone, focused) => {
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    const [isDone, setIsDone] = useState(false);
    return (
      <main>
        <h1 tabIndex={-1}>Keys</h1>
        {isDone ? null : <button onClick={() => setIsOpen(true)}>Delete</button>}
        <Dialog
          isOpen={isOpen}
          onOpenChange={(open) => {
            setIsOpen(open);
            setIsDone(isGone);
          }}
          title="Delete?"
        />
      </main>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByText(focused)).toHaveFocus());
});

test("a dialog closed a moment before another takes no focus from the other one's opener", async () => {
  let frames = new Map<number, FrameRequestCallback>();
  let count = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    frames.set(++count, draw);
    return count;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
  const drawFrame = () =>
    act(() => {
      const due = frames;
      frames = new Map();
      for (const draw of due.values()) draw(0);
    });
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <main>
        <h1 tabIndex={-1}>Keys</h1>
        <button onClick={() => setIsOpen(true)}>Delete</button>
        <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Delete?" />
      </main>
    );
  }
  render(<Dialog isOpen onOpenChange={() => undefined} title="Former" />).unmount();
  drawFrame();
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  for (let at = 0; at < 5; at++) drawFrame();
  expect(screen.getByText('Delete')).toHaveFocus();
});

test('a review waits out a double tap and sends once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onConfirm = vi.fn();
  render(
    <ReviewSheet
      isOpen
      title="Send ETH"
      rows={[{ id: 'amount', label: 'Amount', value: '0.50 ETH' }]}
      sentence="Transfers cannot be undone."
      confirmLabel="Send 0.50 ETH"
      busyLabel="Sending…"
      cancelLabel="Cancel"
      onConfirm={onConfirm}
      onCancel={() => undefined}
      isBusy={false}
    />,
  );
  const confirm = screen.getByRole('button', { name: 'Send 0.50 ETH' });
  expect(confirm).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  act(() => {
    vi.advanceTimersByTime(600);
  });
  expect(confirm).toBeEnabled();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).dblClick(confirm);
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('menu items that cycle keep the menu open', async () => {
  const onAction = vi.fn();
  render(
    <Menu
      label="Account"
      trigger={<Button>maria</Button>}
      items={[
        { id: 'language', label: 'Language', detail: 'English', onAction, keepsOpen: true },
        { id: 'out', label: 'Log out', onAction },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'maria' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /Language/ }));
  expect(onAction).toHaveBeenCalledOnce();
  expect(screen.getByRole('menu')).toBeInTheDocument();
});
