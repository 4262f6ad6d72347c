import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  answering,
  answeringPath,
  exchange,
  failing,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { RequestView } from './request-view.tsx';

useFakeExchange();

const done = { result: true, errormsg: null, errorcode: 0, detail: null };
const noFunds = {
  Occupation: null,
  Source: null,
  Description: null,
  MonthlyIncome: null,
  MonthlyVolume: null,
  Purpose: null,
  PoliticallyExposed: null,
  Declared: null,
};
const funds = {
  Occupation: 'Nurse',
  Source: 'Salary',
  Description: 'A hospital pays me',
  MonthlyIncome: 'UpTo10',
  MonthlyVolume: 'UpTo10',
  Purpose: 'Investment',
  PoliticallyExposed: false,
  Declared: true,
};
const identity = { Kind: 'identity', Label: 'ID', DaysMax: null };
const existence = { Kind: 'existence_certificate', Label: 'Existence certificate', DaysMax: 30 };
const document = (id: number, kind: string, name: string) => ({
  DocumentId: id,
  Kind: kind,
  Name: name,
  ContentType: 'application/pdf',
  Size: 91_000,
  IssuedOn: null,
});

function request(more: object = {}) {
  return {
    Level: 2,
    Status: 'Draft',
    Comment: null,
    Funds: noFunds,
    Kinds: [identity],
    Documents: [],
    MissingDocuments: ['identity'],
    MissingFunds: [],
    ...more,
  };
}
const complete = { Funds: funds, Documents: [document(7, 'identity', 'id.pdf')], MissingDocuments: [] };

const pdf = (name: string, bytes = '%PDF-1.7') => new File([bytes], name, { type: 'application/pdf' });

function open(more: object = {}, onClose: () => void = () => undefined) {
  exchange.use(answering('GetLevelRequest', request(more)), answering('SaveLevelRequest', done));
  return renderPage(<RequestView level={2} onClose={onClose} />);
}

const picker = (kind: string) => screen.findByTestId<HTMLInputElement>(`file-${kind}`);

test('typed text is saved on the server after a pause, all of it', async () => {
  const { user } = open({ Funds: { ...noFunds, Source: 'Salary' } });
  await user.type(await screen.findByLabelText('Occupation or line of business'), 'Nurse');
  await screen.findByText('Saved');
  expect(findRequests('SaveLevelRequest').at(-1)).toEqual({
    Level: 2,
    Funds: { Occupation: 'Nurse', Source: 'Salary' },
  });
});

test('text that could not be saved stays on screen, with an error and another attempt', async () => {
  const { user } = open();
  exchange.use(failing('/AP/SaveLevelRequest', 503, 'DOWN'));
  const field = await screen.findByLabelText('Occupation or line of business');
  await user.type(field, 'Nurse');
  expect(await screen.findByText('It could not be saved.')).toBeInTheDocument();
  expect(field).toHaveValue('Nurse');
  exchange.use(answering('SaveLevelRequest', done));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Saved');
  expect(findRequests('SaveLevelRequest').at(-1)).toMatchObject({ Funds: { Occupation: 'Nurse' } });
});

test('typed text never reaches the storage of the browser', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('Occupation or line of business'), 'CANARY-occupation');
  await screen.findByText('Saved');
  for (const storage of [localStorage, sessionStorage])
    expect(JSON.stringify(storage)).not.toContain('CANARY');
});

test('a chosen file is sent under its own name, which is in no URL, and is listed once it has arrived', async () => {
  const { user } = open();
  exchange.use(answeringPath('/kyc/documents', document(7, 'identity', 'Cédula de María.pdf')));
  const input = await picker('identity');
  exchange.use(
    answering('GetLevelRequest', request({ Documents: [document(7, 'identity', 'Cédula de María.pdf')] })),
  );
  await user.upload(input, pdf('Cédula de María.pdf'));
  expect(await screen.findByText('91 KB')).toBeInTheDocument();
  expect(findRequests('/kyc/documents')).toEqual([
    { level: '2', kind: 'identity', fileName: 'Cédula de María.pdf' },
  ]);
  expect(screen.getByRole('button', { name: 'Remove Cédula de María.pdf' })).toBeInTheDocument();
});

test('a file that did not arrive stays, shows why, and is sent again on request', async () => {
  const { user } = open();
  exchange.use(failing('/kyc/documents', 503, 'SERVICE UNAVAILABLE'));
  await user.upload(await picker('identity'), pdf('passport.pdf'));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByText('passport.pdf')).toBeInTheDocument();
  exchange.use(
    answeringPath('/kyc/documents', document(7, 'identity', 'passport.pdf')),
    answering('GetLevelRequest', request({ Documents: [document(7, 'identity', 'passport.pdf')] })),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('91 KB')).toBeInTheDocument();
});

test.each([
  ['an empty file', pdf('a.pdf', ''), 'This file is empty.'],
  [
    'a page',
    new File(['<html>'], 'a.html', { type: 'text/html' }),
    'Only PDF, JPEG, PNG and WebP files are accepted.',
  ],
])('%s is not even sent', async (_name, file, problem) => {
  const { user } = open();
  const input = await picker('identity');
  input.removeAttribute('accept'); // A file dropped onto the field, or a browser that ignores `accept`.
  await user.upload(input, file);
  expect(await screen.findByText(problem)).toBeInTheDocument();
  expect(findRequests('/kyc/documents')).toEqual([]);
});

test('a file that was removed while it was sent is listed when the exchange already has it', async () => {
  const { user } = open();
  exchange.use(http.all('*/kyc/documents', () => new Promise<never>(() => undefined)));
  await user.upload(await picker('identity'), pdf('id.pdf'));
  await screen.findByRole('progressbar');
  exchange.use(answering('GetLevelRequest', request({ Documents: [document(7, 'identity', 'id.pdf')] })));
  await user.click(screen.getByRole('button', { name: 'Remove id.pdf' }));
  expect(await screen.findByText('91 KB')).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a refusal of the server is shown as text', async () => {
  const { user } = open();
  const refusal = {
    result: false,
    errormsg: 'Operation Failed',
    errorcode: 101,
    detail: 'Only PDF, JPEG, PNG and WebP files are taken',
  };
  exchange.use(answeringPath('/kyc/documents', refusal));
  await user.upload(await picker('identity'), pdf('wrong.pdf'));
  expect(await screen.findByText('Only PDF, JPEG, PNG and WebP files are accepted.')).toBeInTheDocument();
});

test('a document with a maximum age needs its date before a file is chosen', async () => {
  const { user } = open({ Kinds: [existence], MissingDocuments: ['existence_certificate'] });
  const input = await picker('existence_certificate');
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined);
  const choose = screen.getByRole('button', { name: 'Choose a file: Existence certificate' });
  await user.click(choose);
  expect(screen.getByText('Say when it was issued: within the last 30 days.')).toBeInTheDocument();
  expect(opened).not.toHaveBeenCalled();
  const today = new Date().toISOString().slice(0, 10);
  const [year, month, day] = today.split('-');
  await user.click(screen.getByRole('spinbutton', { name: 'month, Issued on' }));
  await user.keyboard(`${month}${day}${year}`);
  await user.click(choose);
  expect(opened).toHaveBeenCalledTimes(1);
  exchange.use(answeringPath('/kyc/documents', document(8, 'existence_certificate', 'c.pdf')));
  await user.upload(input, pdf('c.pdf'));
  await waitFor(() => expect(findRequests('/kyc/documents')).toMatchObject([{ issued: today }]));
});

test('the calendar of the issue date ends today', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 17, 12), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { user } = open({ Kinds: [existence], MissingDocuments: ['existence_certificate'] });
  await screen.findByRole('group', { name: 'Issued on' });
  await user.click(screen.getByRole('button', { name: /Calendar/ }));
  expect(screen.getByRole('button', { name: /March 17, 2026/ })).not.toHaveAttribute('aria-disabled');
  expect(screen.getByRole('button', { name: /March 18, 2026/ })).toHaveAttribute('aria-disabled', 'true');
});

test('the date of a document is shown beside it, and proposed for its next page', async () => {
  const issued = { ...document(9, 'existence_certificate', 'c.pdf'), IssuedOn: '2026-03-05' };
  open({ Kinds: [existence], Documents: [issued], MissingDocuments: [] });
  expect(await screen.findByRole('group', { name: 'Issued on' })).toHaveTextContent('03/05/2026');
  expect(screen.getByText('Mar 5, 2026')).toBeInTheDocument();
});

test('a document is removed', async () => {
  const { user } = open(complete);
  exchange.use(answering('RemoveLevelDocument', done));
  const remove = await screen.findByRole('button', { name: 'Remove id.pdf' });
  exchange.use(answering('GetLevelRequest', request()));
  await user.click(remove);
  await waitFor(() => expect(screen.queryByText('id.pdf')).not.toBeInTheDocument());
  expect(findRequests('RemoveLevelDocument')).toEqual([{ DocumentId: 7 }]);
});

test('missing fields are marked, and the first of them gets the focus', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Send for review' }));
  expect(screen.getByText('This document is missing.')).toBeInTheDocument();
  expect(screen.getByText('Please confirm this to go on.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose a file: ID' })).toHaveFocus();
  expect(findRequests('SubmitLevelRequest')).toEqual([]);
});

test('a complete request is sent once, and the form closes', async () => {
  const closed = vi.fn();
  const { user } = open(complete, closed);
  exchange.use(answering('SubmitLevelRequest', done));
  await user.dblClick(await screen.findByRole('button', { name: 'Send for review' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(findRequests('SubmitLevelRequest')).toEqual([{ Level: 2 }]);
});

test('a refused request keeps the form and shows why', async () => {
  const closed = vi.fn();
  const { user } = open(complete, closed);
  exchange.use(
    answering('SubmitLevelRequest', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'A document is too old by now',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send for review' }));
  expect(await screen.findByText(/Remove it and add a newer one/)).toBeInTheDocument();
  expect(screen.getByLabelText('Occupation or line of business')).toHaveValue('Nurse');
  expect(closed).not.toHaveBeenCalled();
});

test.each([
  ['Submitted', null, 'We are reviewing your documents. You will get an e-mail with the answer.'],
  ['Rejected', 'These are of somebody else', 'These are of somebody else'],
  ['Approved', null, 'You have this level.'],
])('%s is read only', async (status, comment, text) => {
  open({ ...complete, Status: status, Comment: comment });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByLabelText('Occupation or line of business')).toBeDisabled();
  const documents = screen.getByText('id.pdf').closest('li');
  expect(documents && within(documents).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send for review' })).not.toBeInTheDocument();
});

test('a returned request shows the comment and can be changed', async () => {
  open({ ...complete, Status: 'Returned', Comment: 'The certificate is cut off' });
  expect(await screen.findByText('The certificate is cut off')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send for review' })).toBeEnabled();
});

test('a request that cannot be loaded shows an error with a way to retry', async () => {
  exchange.use(failing('/AP/GetLevelRequest', 503, 'DOWN'));
  renderPage(<RequestView level={2} onClose={() => undefined} />);
  expect(await screen.findByText('Your documents could not be loaded')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
});
