import { Button, DateField, Dialog, Menu, Popover, Select, preloadViews } from '@salar/ui';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followOverlays } from './overlay-history.ts';
import type { OverlayHistory } from './overlay-history.ts';
import { listenBeforeRouter } from './popstate-listener.ts';

let follower: OverlayHistory;
let seenByRouter = 0;
const countPop = () => {
  seenByRouter += 1;
};

beforeAll(async () => {
  listenBeforeRouter();
  await preloadViews();
});
beforeEach(async () => {
  history.pushState({ idx: 1, key: 'before' }, '', '/before');
  history.pushState({ idx: 2, key: 'page' }, '', '/page');
  seenByRouter = 0;
  window.addEventListener('popstate', countPop);
  follower = followOverlays();
});
afterEach(() => {
  follower.stop();
  window.removeEventListener('popstate', countPop);
});

const wait = (ms: number) => act(async () => new Promise((resolve) => setTimeout(resolve, ms)));
/** Long enough for a step through the history and its effects. */
const settled = () => wait(100);
/** Long enough for an overlay that stays open to get its entry again. */
const closed = () => wait(300);
async function back() {
  history.back();
  await settled();
}
const depth = () => (history.state as { overlays?: number }).overlays ?? 0;
const isOpen = (title: string) => screen.queryByRole('dialog', { name: title, hidden: true }) !== null;

function Page({ asks = false, leads = false }: { readonly asks?: boolean; readonly leads?: boolean }) {
  const [opened, setOpened] = useState<'nothing' | 'list' | 'list and question'>('nothing');
  return (
    <main>
      <h1 tabIndex={-1}>Page</h1>
      <button type="button" onClick={() => setOpened('list')}>
        Open
      </button>
      <Dialog
        isOpen={opened !== 'nothing'}
        onOpenChange={() => setOpened(asks && opened === 'list' ? 'list and question' : 'nothing')}
        title="List"
      >
        <button
          type="button"
          onClick={() => {
            setOpened('nothing');
            if (leads) history.pushState({ idx: 3, key: 'next' }, '', '/next');
            if (leads) follower.pageChanged();
          }}
        >
          Choose
        </button>
        <button type="button" onClick={() => setOpened('list and question')}>
          Ask
        </button>
      </Dialog>
      <Dialog
        isOpen={opened === 'list and question'}
        onOpenChange={() => setOpened('list')}
        title="Leave it?"
      />
    </main>
  );
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await settled();
}

const options = [
  { id: 'limit', label: 'Limit' },
  { id: 'market', label: 'Market' },
];
const orderType = <Select label="Order type" options={options} value="limit" onChange={() => undefined} />;

test('Back closes the open dialog and stays on the page; the next Back leaves it', async () => {
  render(<Page />);
  await open();
  expect(depth()).toBe(1);
  await back();
  expect(isOpen('List')).toBe(false);
  expect(location.pathname).toBe('/page');
  expect(seenByRouter).toBe(0);
  await back();
  expect(location.pathname).toBe('/before');
  expect(seenByRouter).toBe(1);
});

test('after an overlay that closes in another way, a single Back leaves the page', async () => {
  render(<Page />);
  await open();
  await userEvent.keyboard('{Escape}');
  await settled();
  expect(isOpen('List')).toBe(false);
  await back();
  expect(location.pathname).toBe('/before');
});

test('with two stacked dialogs Back closes the upper one first', async () => {
  render(<Page />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await settled();
  expect(depth()).toBe(2);
  await back();
  expect([isOpen('Leave it?'), isOpen('List')]).toEqual([false, true]);
  await back();
  expect([isOpen('Leave it?'), isOpen('List')]).toEqual([false, false]);
  expect(location.pathname).toBe('/page');
});

test('a dialog that confirms before it closes does so at Back, too, and another Back cancels that confirmation', async () => {
  render(<Page asks />);
  await open();
  await back();
  expect([isOpen('Leave it?'), isOpen('List')]).toEqual([true, true]);
  expect(depth()).toBe(2);
  await back();
  expect([isOpen('Leave it?'), isOpen('List')]).toEqual([false, true]);
  expect(location.pathname).toBe('/page');
});

test('a dialog that cannot be closed ignores Back, and the page stays with it', async () => {
  render(
    <Dialog
      isOpen
      onOpenChange={() => undefined}
      title="Stay"
      isDismissable={false}
      hasCloseButton={false}
    />,
  );
  await settled();
  for (let presses = 0; presses < 2; presses += 1) {
    await back();
    await closed();
    expect(isOpen('Stay')).toBe(true);
    expect(location.pathname).toBe('/page');
  }
});

test('after a choice that opens another page, Back returns to the first page in one press', async () => {
  render(<Page leads />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
  await settled();
  expect(location.pathname).toBe('/next');
  await back();
  expect(location.pathname).toBe('/page');
  await back();
  expect(location.pathname).toBe('/before');
});

test('Forward to a closed dialog changes nothing, and Back still leaves in one press', async () => {
  render(<Page />);
  await open();
  await back();
  history.forward();
  await settled();
  expect(isOpen('List')).toBe(false);
  expect(location.pathname).toBe('/page');
  await back();
  expect(location.pathname).toBe('/before');
});

test('after a reload with an open dialog, a single Back leaves the page', async () => {
  follower.stop();
  history.pushState({ idx: 2, key: 'page', overlays: 1 }, '', '/page');
  follower = followOverlays();
  await back();
  expect(location.pathname).toBe('/before');
});

test('no overlay that closes moves through the history, which would abort a page that is being loaded', async () => {
  const steps = [vi.spyOn(history, 'go'), vi.spyOn(history, 'back'), vi.spyOn(history, 'forward')];
  render(<Page />);
  await open();
  await userEvent.keyboard('{Escape}');
  await closed();
  for (const step of steps) {
    expect(step).not.toHaveBeenCalled();
    step.mockRestore();
  }
});

test('overlays that open one after another share one entry', async () => {
  render(<Page />);
  const length = history.length;
  for (let times = 0; times < 3; times += 1) {
    await open();
    await userEvent.keyboard('{Escape}');
    await settled();
  }
  expect(history.length).toBe(length + 1);
});

test('a choice that replaces the address of the page keeps it, and a single Back leaves the page', async () => {
  render(orderType);
  await userEvent.click(screen.getByRole('button'));
  await settled();
  history.replaceState({ idx: 2, key: 'other' }, '', '/page?market=BTCUSD');
  follower.pageChanged();
  await userEvent.click(screen.getByRole('option', { name: 'Market' }));
  await settled();
  expect(location.search).toBe('?market=BTCUSD');
  await back();
  expect(location.pathname).toBe('/before');
  expect(seenByRouter).toBe(1);
});

test('Back that closes a list keeps the address which the page got while it was open', async () => {
  render(orderType);
  await userEvent.click(screen.getByRole('button'));
  await settled();
  history.replaceState({ idx: 2, key: 'other' }, '', '/page?market=BTCUSD');
  follower.pageChanged();
  await back();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(location.search).toBe('?market=BTCUSD');
});

test.each([
  ['a list', orderType, 'listbox'],
  ['a menu', <Menu trigger={<Button>Account</Button>} label="Account" items={options} />, 'menu'],
  [
    'a popover',
    <Popover trigger={<Button>Columns</Button>} label="Columns">
      All
    </Popover>,
    'dialog',
  ],
  ['a calendar', <DateField label="From" value="2026-03-05" onChange={() => undefined} />, 'dialog'],
] as const)('Back closes %s and stays on the page; the next Back leaves it', async (_, control, role) => {
  render(control);
  await userEvent.click(screen.getByRole('button'));
  await settled();
  expect(screen.getByRole(role)).toBeInTheDocument();
  expect(depth()).toBe(1);
  await back();
  expect(screen.queryByRole(role)).toBeNull();
  expect(location.pathname).toBe('/page');
  expect(seenByRouter).toBe(0);
  await back();
  expect(location.pathname).toBe('/before');
});

test('a choice from a list takes one press of Back to leave the page', async () => {
  render(orderType);
  await userEvent.click(screen.getByRole('button'));
  await settled();
  await userEvent.click(screen.getByRole('option', { name: 'Market' }));
  await settled();
  await back();
  expect(location.pathname).toBe('/before');
});

test('with a list open in a dialog Back closes the list first', async () => {
  render(
    <Dialog isOpen onOpenChange={() => undefined} title="Edit">
      {orderType}
    </Dialog>,
  );
  await settled();
  expect(depth()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: /Order type/ }));
  await settled();
  expect(depth()).toBe(2);
  await back();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(depth()).toBe(1);
  expect(isOpen('Edit')).toBe(true);
});
