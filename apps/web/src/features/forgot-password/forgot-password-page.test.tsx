import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Makes the exchange answer every request with `answer`. @returns the bodies of the requests */
function answering(answer: object): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/AP/ResetPassword', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return bodies;
}
async function submit(userName: string) {
  const app = await renderApp('/forgot-password');
  const field = await screen.findByLabelText('Username');
  if (userName !== '') await userEvent.type(field, userName);
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  return { ...app, field };
}

// covers: reset-password.1
test('the form has a field for the username and links back to sign-in', async () => {
  const { field } = await submit('  ');
  expect(await screen.findByText('This field is required.')).toBeInTheDocument();
  expect(field).toBeInvalid();
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/signin');
});

// covers: reset-password.2
test('an accepted request names no mailbox, and its dialog leads to sign-in', async () => {
  const bodies = answering({ result: true, errormsg: null, errorcode: 0, detail: null });
  const { router } = await submit('maria');
  const dialog = await screen.findByRole('alertdialog', { name: 'Check your e-mail' });
  expect(dialog).toHaveTextContent('If “maria” exists, a link to choose a new password is on its way.');
  expect(bodies).toEqual([{ Username: 'maria' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
});

// covers: reset-password.3
test.each([
  ['the server’s own words', { errormsg: 'Closed for maintenance', detail: null }, 'Closed for maintenance'],
  [
    'the fallback when there are none',
    { errormsg: null, detail: null },
    'Something unexpected happened. Please try again.',
  ],
])('a refused request shows %s, and what was typed stays', async (_, refusal, shown) => {
  answering({ result: false, errorcode: 101, ...refusal });
  const { field } = await submit('maria');
  const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
  expect(dialog).toHaveTextContent(shown);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(field).toHaveValue('maria');
});
