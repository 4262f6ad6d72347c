/** A dialog above a screen, or a state of the screen after an action, and how to reach it from its path. */
import type { Page } from '@playwright/test';
import type { Language } from '../translations.ts';
import type { DialogCustomers } from './dialog-customers.ts';

export type DialogState = {
  /** A short name for its test and its pictures. */
  readonly name: string;
  readonly path: string;
  /** The signed-in customer; null for a visitor. */
  readonly who: keyof DialogCustomers | null;
  /** The only device that has it; both when missing. */
  readonly device?: 'phone' | 'desktop';
  /** The component that it shows, relative to `apps/web/src`. Short runs choose from these. */
  readonly of?: string;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly open: (page: Page, people: DialogCustomers) => Promise<void>;
  /** Changes the language of what keeps the language in which it was opened. */
  readonly translate?: (page: Page, language: Language) => Promise<void>;
};

/** Responds to a call with `answer`, whatever the request. */
export async function mockAnswer(page: Page, call: string, answer: unknown): Promise<void> {
  await page.route(`**/AP/${call}`, (route) => route.fulfill({ json: answer }));
}

/** Makes one call fail while the exchange is available. */
export async function mockFailure(page: Page, call: string): Promise<void> {
  await page.route(`**/AP/${call}`, (route) => route.fulfill({ status: 503, body: 'DOWN' }));
}

/** Refuses a call for 40 seconds, as a limit (429) or a full queue (503) does. */
export async function mockLimit(page: Page, call: string, status: 429 | 503): Promise<void> {
  await page.route(`**/AP/${call}`, (route) =>
    route.fulfill({ status, headers: { 'retry-after': '40' }, body: 'LATER' }),
  );
}

/** Finds the dialog in front of the page, with either of the two roles. */
export function dialogIn(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
}
