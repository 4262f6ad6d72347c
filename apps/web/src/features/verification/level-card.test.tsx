import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { signedOut } from '../../session/session-slice.ts';
import { LevelCard } from './level-card.tsx';
import type { LevelCardProps } from './level-card.tsx';
import { VerificationPage } from './verification-page.tsx';

useFakeExchange();

const nothing = () => undefined;
const card: LevelCardProps['card'] = {
  level: 3,
  label: 'Level 3',
  userTypes: ['Legal entity'],
  benefits: ['Withdrawals up to 360,000,000 COP a day'],
  requirements: { 'Natural person': ['ID'], 'Legal entity': ['ID', 'Last 3 invoices'] },
  status: 'Under Review',
  statusText: 'Under Review',
  action: null,
  buttonText: '',
  formLink: null,
  comment: null,
  requestStatus: null,
};

// covers: verification.4
test('a card shows whom it is for, what it allows and what it requires', () => {
  renderPage(
    <LevelCard
      card={card}
      accountType="Legal entity"
      onStart={nothing}
      onRequest={nothing}
      isStarting={false}
      hasFailed={false}
    />,
  );
  const shown = within(screen.getByRole('article'));
  expect(shown.getByText('Level 3')).toBeInTheDocument();
  expect(shown.getByText('Under Review')).toBeInTheDocument();
  expect(shown.getByText('Legal entity')).toBeInTheDocument();
  expect(shown.getByText('Withdrawals up to 360,000,000 COP a day')).toBeInTheDocument();
  expect(shown.getByText('Last 3 invoices')).toBeInTheDocument();
  expect(shown.queryByRole('button')).not.toBeInTheDocument();
});

test('the limits of level 0 have no tick, because nothing can be moved yet', () => {
  const drawBenefits = (level: number) =>
    renderPage(
      <LevelCard
        card={{ ...card, level, benefits: [`benefit of ${level}`] }}
        accountType="Natural person"
        onStart={nothing}
        onRequest={nothing}
        isStarting={false}
        hasFailed={false}
      />,
    );
  drawBenefits(0);
  drawBenefits(1);
  const hasTick = (level: number) =>
    screen.getByText(`benefit of ${level}`).closest('li')?.querySelector('svg') !== null;
  expect([hasTick(0), hasTick(1)]).toEqual([false, true]);
});

// covers: verification.17
test('without a user there is nothing to verify', async () => {
  const { store } = renderPage(<VerificationPage />);
  store.dispatch(signedOut('customer'));
  expect(await screen.findByText('Invalid user.')).toBeInTheDocument();
});
