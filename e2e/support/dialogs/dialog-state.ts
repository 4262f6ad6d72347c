/** What opens above a screen, or takes its place after something was done: how to get there from its address. */
import type { Page } from '@playwright/test';
import type { DialogCustomers } from './dialog-customers.ts';

export type DialogState = {
  /** In small words; names its test and its pictures. */
  readonly name: string;
  readonly path: string;
  /** Who looks; null for a visitor. */
  readonly who: keyof DialogCustomers | null;
  /** Where it is, unless it is on both. A phone is looked at only there. */
  readonly device?: 'phone' | 'desk';
  /** The component of the web app that it shows, from `apps/web/src`. These are looked at in each run of the journeys. */
  readonly of?: string;
  /** Before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly open: (page: Page, people: DialogCustomers) => Promise<void>;
};

/** The exchange answers a call with this, whatever was asked. */
export async function mockAnswer(page: Page, call: string, answer: unknown): Promise<void> {
  await page.route(`**/AP/${call}`, (route) => route.fulfill({ json: answer }));
}

/** The exchange is there, and this call of it is not. */
export async function mockFailure(page: Page, call: string): Promise<void> {
  await page.route(`**/AP/${call}`, (route) => route.fulfill({ status: 503, body: 'DOWN' }));
}

/** The question in front of the page, whichever of the two roles it has. */
export function dialogIn(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
}
