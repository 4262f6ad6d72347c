import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  account,
  answering,
  answeringPath,
  exchange,
  failing,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { BrazilVerification } from './brazil-verification.tsx';
import { forgetDraft } from './form-draft.ts';

useFakeExchange();

const validatePath = '/api/avenia/validate';
const never = {
  IsOffered: true,
  IsStandIn: false,
  Status: null,
  Comment: null,
  CanRetry: false,
  Url: null,
  UrlExpiresAt: null,
  SubmittedAt: null,
  Form: null,
};
const sent = {
  TaxIdNumber: '52998224725',
  Street: 'Rua das Flores, 12',
  City: 'Recife',
  ZipCode: '50000000',
  State: 'PE',
  Phone: '+5581999990000',
};

function open(validation: object) {
  forgetDraft();
  exchange.use(answering('GetBrazilValidation', { ...never, ...validation }));
  return renderPage(<BrazilVerification />);
}
type Opened = ReturnType<typeof open>;

async function fill(user: Opened['user'], cpf = '52998224725') {
  await user.type(await screen.findByLabelText('CPF'), cpf);
  await user.type(screen.getByLabelText('Street and number'), 'Rua das Flores, 12');
  await user.type(screen.getByLabelText('City'), 'Recife');
  await user.type(screen.getByLabelText('Postal code (CEP)'), '50000000');
  await user.click(screen.getByRole('button', { name: /State/ }));
  await user.click(await screen.findByRole('option', { name: 'Pernambuco (PE)' }));
  await user.type(screen.getByLabelText('Phone number'), '81999990000');
}
const send = (user: Opened['user']) => user.click(screen.getByRole('button', { name: 'Send' }));

// covers: brazil.1
test('a form is sent with its numbers punctuated', async () => {
  const { user } = open({});
  exchange.use(answeringPath(validatePath, { result: true, Status: 'Processing' }));
  await fill(user);
  expect(screen.getByLabelText('CPF')).toHaveValue('529.982.247-25');
  expect(screen.getByLabelText('Postal code (CEP)')).toHaveValue('50000-000');
  exchange.use(answering('GetBrazilValidation', { ...never, Status: 'Processing' }));
  await send(user);
  expect(await screen.findByText('Processing')).toBeInTheDocument();
  expect(screen.queryByLabelText('CPF')).not.toBeInTheDocument();
  expect(findRequests(validatePath)).toEqual([
    {
      AccountId: 31,
      UserId: 17,
      taxIdNumber: '529.982.247-25',
      street: 'Rua das Flores, 12',
      city: 'Recife',
      zipCode: '50000-000',
      state: 'PE',
      phonePrefix: '+55',
      phoneNumber: '81999990000',
    },
  ]);
});

test.each([
  ['CPF', '529982247', 'A CPF has 11 digits'],
  ['Postal code (CEP)', '5000', 'A CEP has 8 digits'],
])('%s reports how many digits it needs', async (label, digits, sentence) => {
  const { user } = open({});
  await user.type(await screen.findByLabelText(label), digits);
  await send(user);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('every field reports its own problem, nothing is sent, and the first one gets the focus', async () => {
  const { user } = open({});
  await user.type(await screen.findByLabelText('CPF'), '52998224726');
  await send(user);
  expect(await screen.findByText('This is not a valid CPF: check its digits')).toBeInTheDocument();
  expect(screen.getAllByText('This field is required')).toHaveLength(5);
  await waitFor(() => expect(screen.getByLabelText('CPF')).toHaveFocus());
  expect(findRequests(validatePath)).toEqual([]);
  await user.type(screen.getByLabelText('CPF'), '{Backspace}5');
  expect(screen.queryByText('This is not a valid CPF: check its digits')).not.toBeInTheDocument();
});

test.each([
  [
    'a refusal',
    answeringPath(validatePath, refusal('This TaxIdNumber is in use by another account')),
    /This CPF is already used by another account/,
  ],
  ['a server that is away', failing(validatePath, 503, 'SERVICE UNAVAILABLE'), /503/],
])('%s keeps everything that was typed', async (_name, handler, text) => {
  const { user } = open({});
  exchange.use(handler);
  await fill(user);
  await send(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('CPF')).toHaveValue('529.982.247-25');
  expect(screen.getByLabelText('Phone number')).toHaveValue('81999990000');
  expect(screen.getByRole('button', { name: /State/ })).toHaveTextContent('Pernambuco (PE)');
});

test('typed text is restored after the page was left, and is in no storage of the browser', async () => {
  const first = open({});
  await first.user.type(await screen.findByLabelText('CPF'), '52998224725');
  await first.user.type(screen.getByLabelText('Street and number'), 'Rua Canario');
  first.unmount();
  renderPage(<BrazilVerification />);
  expect(await screen.findByLabelText('CPF')).toHaveValue('529.982.247-25');
  expect(screen.getByLabelText('Street and number')).toHaveValue('Rua Canario');
  const stored = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage)).join(' ');
  expect(stored).not.toMatch(/529\.982|Canario/);
});

test('correcting a digit in the middle leaves the caret where it is', async () => {
  const { user } = open({});
  const cpf = await screen.findByLabelText<HTMLInputElement>('CPF');
  await user.type(cpf, '52998224725');
  await user.type(cpf, '{Backspace}', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(cpf).toHaveValue('529.822.472-5');
  expect(cpf.selectionStart).toBe(3);
});

// covers: brazil.4
test.each([
  ['Processing', {}, /nothing for you to do/],
  ['Verified', {}, /You are verified in Brazil/],
  ['Rejected', {}, /Write to support/],
])('%s shows its text and the next step', async (Status, more, text) => {
  open({ Status, ...more });
  const status = await screen.findByRole('status', { name: '' });
  expect(status).toHaveTextContent(Status);
  expect(status).toHaveTextContent(text);
  expect(screen.queryByLabelText('CPF')).not.toBeInTheDocument();
});

// covers: brazil.4
test.each([
  ['Rejected', /Correct your data/],
  ['Expired', /Send your data again/],
])('%s opens the form again with the values that were sent', async (Status, text) => {
  open({ Status, CanRetry: true, Comment: 'The picture is blurred', Form: sent });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText('The picture is blurred')).toBeInTheDocument();
  expect(screen.getByLabelText('CPF')).toHaveValue('529.982.247-25');
  expect(screen.getByLabelText('Postal code (CEP)')).toHaveValue('50000-000');
  expect(screen.getByLabelText('Phone number')).toHaveValue('81999990000');
});

test('the step at the provider is a link in a new tab, with its expiry, and is labelled when it is a stand-in', async () => {
  open({
    Status: 'Processing',
    IsStandIn: true,
    Url: 'https://kyc.example/a',
    UrlExpiresAt: '2026-05-05T12:00:00.000Z',
  });
  const link = await screen.findByRole('link', { name: /Continue at Avenia/ });
  expect(link).toHaveAttribute('href', 'https://kyc.example/a');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByText(/The link works until/)).toBeInTheDocument();
  expect(screen.getByText(/a simulator replaces Avenia/)).toBeInTheDocument();
});

test('a link to anything but an https address is not shown (B4)', async () => {
  open({ Status: 'Processing', Url: 'javascript:alert(1)' });
  expect(await screen.findByText(/nothing for you to do/)).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

// covers: brazil.2
test('the form offers the 27 states and the 17 prefixes', async () => {
  const { user } = open({});
  await screen.findByLabelText('CPF');
  await user.click(screen.getByRole('button', { name: /State/ }));
  expect(within(await screen.findByRole('listbox')).getAllByRole('option')).toHaveLength(27);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /Country of your phone/ }));
  const list = await screen.findByRole('listbox');
  expect(within(list).getAllByRole('option')).toHaveLength(17);
  expect(within(list).getByRole('option', { name: 'Brazil +55' })).toBeInTheDocument();
});

test('nothing is shown where the check is not offered, and to companies', async () => {
  const { container, unmount } = open({ IsOffered: false });
  await waitFor(() => expect(findRequests('GetBrazilValidation')).toHaveLength(1));
  await waitFor(() => expect(container).not.toHaveTextContent('Brazil'));
  unmount();
  exchange.use(answering('GetAccountInfo', account(1, 'Legal entity')));
  const company = open({});
  await waitFor(() => expect(company.container).not.toHaveTextContent('Brazil'));
});

test('a failed load can be retried', async () => {
  forgetDraft();
  exchange.use(failing('/AP/GetBrazilValidation', 503, 'DOWN'));
  const { user } = renderPage(<BrazilVerification />);
  expect(await screen.findByText('Your verification in Brazil could not be loaded')).toBeInTheDocument();
  exchange.use(answering('GetBrazilValidation', { ...never, Status: 'Verified' }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Verified')).toBeInTheDocument();
});

function refusal(detail: string) {
  return { result: false, errormsg: 'Operation Failed', errorcode: 101, detail };
}
