import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until keys go to a dialog, which takes the focus some frames after it is drawn. */
export async function focusIn(dialog: HTMLElement): Promise<void> {
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
}
