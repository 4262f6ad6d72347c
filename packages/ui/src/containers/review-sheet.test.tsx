import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DialogProps } from './dialog.tsx';
import { ReviewSheet } from './review-sheet.tsx';

// A dialog that is still leaving: jsdom has no animations.
vi.mock('./dialog.tsx', () => ({
  Dialog: ({ isOpen, children }: DialogProps) => <div data-open={isOpen}>{children}</div>,
}));

test('a review that leaves still shows what it was opened for', () => {
  const sheet = (isOpen: boolean, amount: string) => (
    <ReviewSheet
      isOpen={isOpen}
      title="Send ETH"
      rows={[{ id: 'amount', label: 'Amount', value: amount }]}
      sentence="Transfers cannot be undone."
      confirmLabel="Send"
      busyLabel="Sending…"
      cancelLabel="Cancel"
      onConfirm={() => undefined}
      onCancel={() => undefined}
      isBusy={false}
    />
  );
  const { rerender } = render(sheet(true, '0.50 ETH'));
  rerender(sheet(false, '—'));
  expect(screen.getByText('0.50 ETH').closest('[data-open="false"]')).not.toBeNull();
  rerender(sheet(true, '2.00 ETH'));
  expect(screen.getByText('2.00 ETH').closest('[data-open="true"]')).not.toBeNull();
});
