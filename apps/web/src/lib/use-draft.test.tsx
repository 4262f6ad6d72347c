import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { clearTabStorage } from '../session/tab-storage.ts';
import { isText, useDraft } from './use-draft.ts';

afterEach(() => sessionStorage.clear());

type FieldProps = { readonly name?: string; readonly initial?: string; readonly handOver?: string | null };

function Field({ name = 'amount', initial = '', handOver = null }: FieldProps) {
  const [text, setText] = useDraft(name, initial, isText, { handOver });
  return <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />;
}

const drawn = (name?: string) => (
  <StrictMode>
    <Field key={name} {...(name !== undefined && { name })} />
  </StrictMode>
);

/** Simulates a reload, which leaves the storage and runs no clean-up of components. */
async function reload(before: () => void) {
  const kept = Object.entries(sessionStorage);
  before();
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  render(drawn());
}

test('typed input survives a reload', async () => {
  const { unmount } = render(drawn());
  await userEvent.type(screen.getByRole('textbox'), '0.25');
  await reload(unmount);
  expect(screen.getByRole('textbox')).toHaveValue('0.25');
});

test('a value handed over overrides an earlier draft, and input typed afterwards survives a reload', async () => {
  const handedOver = (navigation: string) => <Field initial="BTC" handOver={navigation} />;
  sessionStorage.setItem('draft.amount', JSON.stringify({ value: 'ETH', handOver: null }));
  const first = render(handedOver('first'));
  expect(screen.getByRole('textbox')).toHaveValue('BTC');
  await userEvent.type(screen.getByRole('textbox'), ' 5');
  const kept = sessionStorage.getItem('draft.amount') ?? '';
  first.unmount();
  sessionStorage.setItem('draft.amount', kept);
  const reloaded = render(handedOver('first'));
  expect(screen.getByRole('textbox')).toHaveValue('BTC 5');
  reloaded.unmount();
  sessionStorage.setItem('draft.amount', kept);
  render(handedOver('second'));
  expect(screen.getByRole('textbox')).toHaveValue('BTC');
});

test('a form that was left or cleared keeps nothing, and no other form gets its draft', async () => {
  const { rerender, unmount } = render(drawn());
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), '0.25');
  expect(sessionStorage).toHaveLength(1);
  rerender(drawn('other'));
  expect(screen.getByRole('textbox')).toHaveValue('');
  expect(sessionStorage).toHaveLength(0);
  await user.type(screen.getByRole('textbox'), '7');
  await user.clear(screen.getByRole('textbox'));
  expect(sessionStorage).toHaveLength(0);
  unmount();
});

test('signing out removes every draft and nothing else', () => {
  sessionStorage.setItem('draft.amount', '{"value":"0.25","handOver":null}');
  sessionStorage.setItem('another', 'x');
  clearTabStorage();
  expect(Object.keys(sessionStorage)).toEqual(['another']);
});

test.each(['7', '{', 'null', '{"a":1}', '{"value":7,"handOver":null}'])(
  'a damaged draft %s is ignored',
  (damaged) => {
    sessionStorage.setItem('draft.amount', damaged);
    render(drawn());
    expect(screen.getByRole('textbox')).toHaveValue('');
  },
);
