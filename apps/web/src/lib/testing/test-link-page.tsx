/** Tests of a page whose mailed link carries out one action without showing details first. */
import { screen } from '@testing-library/react';
import { http } from 'msw';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { answering, exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage } from '../../api/testing/render-page.tsx';

type LinkPage = {
  readonly Page: ComponentType;
  /** The path without the parameters of the link. */
  readonly path: string;
  readonly call: string;
  readonly button: string;
  /** Shown when the action was carried out. */
  readonly done: string;
  /** Shown for a link that is used or expired. */
  readonly refused: RegExp;
  /** Where the customer continues. */
  readonly next: { readonly name: string; readonly href: string };
};

const done = { result: true, errormsg: null, errorcode: 0, detail: null };
const refusal = {
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail: 'Invalid or expired code',
};

/** Registers the tests. */
export function testLinkPage({ Page, path, call, button, done: doneText, refused, next }: LinkPage): void {
  const open = async () => {
    const view = renderPage(<Page />, { path: `${path}?verifycode=the-code&UserId=17` });
    const press = async () => view.user.click(await screen.findByRole('button', { name: button }));
    return { ...view, press };
  };

  test('E2 opening the page does nothing; the button does, and the code has left the address bar', async () => {
    exchange.use(answering(call, done));
    window.history.replaceState(null, '', `${path}?verifycode=the-code&UserId=17`);
    const { press } = await open();
    await screen.findByRole('button', { name: button });
    expect(findRequests(call)).toEqual([]);
    expect(window.location.search).toBe('');
    await press();
    expect(await screen.findByText(doneText)).toBeInTheDocument();
    expect(findRequests(call)).toEqual([{ UserId: '17', VerifyCode: 'the-code' }]);
    expect(screen.getByRole('link', { name: next.name })).toHaveAttribute('href', next.href);
  });

  test('a used or expired link is explained, with what to do instead', async () => {
    exchange.use(answering(call, refusal));
    const { press } = await open();
    await press();
    expect(await screen.findByText(refused)).toBeInTheDocument();
  });

  test('an incomplete link is reported at once', async () => {
    renderPage(<Page />, { path: `${path}?UserId=17` });
    expect(await screen.findByText(/This link is incomplete/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('without an answer the button can be pressed again', async () => {
    exchange.use(http.all(`*/AP/${call}`, () => Response.error()));
    const { press } = await open();
    await press();
    expect(await screen.findByText(/We do not know yet whether your account/)).toBeInTheDocument();
    expect(screen.getByText(/There is no connection to the exchange/)).toBeInTheDocument();
    exchange.use(answering(call, done));
    await press();
    expect(await screen.findByText(doneText)).toBeInTheDocument();
  });

  test('after too many attempts the link is not called invalid, and the button works after the wait', async () => {
    exchange.use(failing(`/AP/${call}`, 429, 'TOO MANY REQUESTS', { 'retry-after': '12' }));
    const { press } = await open();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in 12 seconds.');
    exchange.use(answering(call, done));
    await press();
    expect(await screen.findByText(doneText)).toBeInTheDocument();
  });
}
