import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until a dialog has the keyboard focus, which it takes some frames after it is rendered. */
export async function waitForFocus(dialog: HTMLElement): Promise<void> {
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
}
