import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOpenOverlay } from '../overlays/open-overlays.ts';
import { notify } from './notify.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // Pointers are captured by what they move; jsdom has no such thing.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  render(<Toaster />);
});
afterEach(async () => {
  await pass(10_000);
  vi.useRealTimers();
});

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
async function say(...texts: readonly string[]) {
  for (const text of texts) act(() => notify.success(text));
  await pass(0);
}
function findToast(text: string): HTMLElement {
  const toast = screen.getByText(text).closest<HTMLElement>('[data-sonner-toast]');
  if (!toast) throw new Error('a text outside its toast');
  return toast;
}
const isThere = (text: string) => screen.queryByText(text) !== null;

// covers: toasts.1, toasts.2
test('a toast goes by itself after 4000 ms, and is out of the page 200 ms later', async () => {
  await say('Saved');
  await pass(3990);
  expect(findToast('Saved')).toHaveAttribute('data-removed', 'false');
  await pass(20);
  expect(findToast('Saved')).toHaveAttribute('data-removed', 'true');
  await pass(180);
  expect(isThere('Saved')).toBe(true);
  await pass(20);
  expect(isThere('Saved')).toBe(false);
});

// covers: toasts.3
test('three toasts are seen at once, at the bottom right', async () => {
  await say('first', 'second', 'third', 'fourth');
  const seen = ['first', 'second', 'third', 'fourth'].filter(
    (text) => findToast(text).dataset['visible'] === 'true',
  );
  expect(seen).toEqual(['second', 'third', 'fourth']);
  expect(findToast('fourth').dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' });
});

// covers: toasts.6
test('a toast that is pointed at stays until the pointer leaves', async () => {
  await say('Saved');
  const list = findToast('Saved').closest('ol') as HTMLElement;
  await pass(2000);
  fireEvent.mouseEnter(list);
  await pass(60_000);
  expect(isThere('Saved')).toBe(true);
  fireEvent.mouseLeave(list);
  await pass(2300);
  expect(isThere('Saved')).toBe(false);
});

// covers: toasts.7
test('a toast of a hidden tab waits until the tab is looked at', async () => {
  await say('Saved');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(60_000);
  expect(isThere('Saved')).toBe(true);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(4300);
  expect(isThere('Saved')).toBe(false);
});

// covers: toasts.5
test.each([
  [44, true],
  [45, false],
])('swiped %i px to the right, it stays: %s', async (distance, stays) => {
  await say('Saved');
  const toast = findToast('Saved');
  fireEvent.pointerDown(toast, { pointerId: 1, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(toast, { pointerId: 1, clientX: 2, clientY: 0 });
  fireEvent.pointerMove(toast, { pointerId: 1, clientX: distance, clientY: 0 });
  // Slowly: a quick flick needs no distance.
  await pass(1000);
  fireEvent.pointerUp(toast, { pointerId: 1, clientX: distance, clientY: 0 });
  await pass(300);
  expect(isThere('Saved')).toBe(stays);
});

// covers: toasts.8
test('Alt+T leads to the toasts', async () => {
  await say('Saved');
  const list = findToast('Saved').closest('ol') as HTMLElement;
  expect(list).not.toHaveFocus();
  fireEvent.keyDown(document, { code: 'KeyT', altKey: true });
  expect(list).toHaveFocus();
});

test('what is said twice is shown once, and stays as long as if it had been said now', async () => {
  await say('Saved');
  await pass(3000);
  await say('Saved', 'Copied');
  expect(screen.getAllByText('Saved')).toHaveLength(1);
  await pass(3000);
  expect(isThere('Saved')).toBe(true);
  await pass(1500);
  expect(isThere('Saved')).toBe(false);
});

function Held({ isOpen }: { readonly isOpen: boolean }) {
  useOpenOverlay(isOpen, () => undefined);
  return null;
}

test('an error that is said in a dialog goes with the dialog; a success outlives it', async () => {
  const view = render(<Held isOpen />);
  act(() => notify.error('Say first that you kept it.'));
  await say('Key created');
  expect(isThere('Say first that you kept it.')).toBe(true);
  await pass(600);
  view.rerender(<Held isOpen={false} />);
  await pass(50);
  await pass(300);
  expect(isThere('Say first that you kept it.')).toBe(false);
  expect(isThere('Key created')).toBe(true);
});

test('an error with which a dialog closes outlives it: it is said nowhere else', async () => {
  const view = render(<Held isOpen />);
  act(() => notify.error('The orders could not be canceled.'));
  view.rerender(<Held isOpen={false} />);
  await pass(50);
  await pass(300);
  expect(isThere('The orders could not be canceled.')).toBe(true);
});
