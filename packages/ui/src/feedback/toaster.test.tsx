import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOpenOverlay } from '../overlays/open-overlays.ts';
import { notify } from './notify.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // Toasts capture pointers, which jsdom does not support.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  render(<Toaster />);
});
afterEach(async () => {
  await pass(10_000);
  vi.useRealTimers();
});

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
async function show(...texts: readonly string[]) {
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
test('a toast leaves automatically after 4000 ms, and is removed 200 ms later', async () => {
  await show('Saved');
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
test('three toasts are visible at once, at the bottom right', async () => {
  await show('first', 'second', 'third', 'fourth');
  const seen = ['first', 'second', 'third', 'fourth'].filter(
    (text) => findToast(text).dataset['visible'] === 'true',
  );
  expect(seen).toEqual(['second', 'third', 'fourth']);
  expect(findToast('fourth').dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' });
});

// covers: toasts.6
test('a toast under the pointer stays until the pointer leaves', async () => {
  await show('Saved');
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
test('a toast of a hidden tab waits until the tab is visible', async () => {
  await show('Saved');
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
  await show('Saved');
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
test('Alt+T moves the focus to the toasts', async () => {
  await show('Saved');
  const list = findToast('Saved').closest('ol') as HTMLElement;
  expect(list).not.toHaveFocus();
  fireEvent.keyDown(document, { code: 'KeyT', altKey: true });
  expect(list).toHaveFocus();
});

test('a repeated toast is shown once, and its time starts again', async () => {
  await show('Saved');
  await pass(3000);
  await show('Saved', 'Copied');
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

test('an error during a dialog is dismissed with it; a success outlives it', async () => {
  const view = render(<Held isOpen />);
  act(() => notify.error('Say first that you kept it.'));
  await show('Key created');
  expect(isThere('Say first that you kept it.')).toBe(true);
  await pass(600);
  view.rerender(<Held isOpen={false} />);
  await pass(50);
  await pass(300);
  expect(isThere('Say first that you kept it.')).toBe(false);
  expect(isThere('Key created')).toBe(true);
});

test('an error that closes a dialog outlives it: it is shown nowhere else', async () => {
  const view = render(<Held isOpen />);
  act(() => notify.error('The orders could not be canceled.'));
  view.rerender(<Held isOpen={false} />);
  await pass(50);
  await pass(300);
  expect(isThere('The orders could not be canceled.')).toBe(true);
});
