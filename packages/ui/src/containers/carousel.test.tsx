import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { stubBrowserObservers } from '../testing/stub-browser-observers.ts';
import { Carousel } from './carousel.tsx';

stubBrowserObservers();

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

test('an arrow pressed on a button of a card keeps the focus in the carousel, so that it receives the next one', async () => {
  render(
    <Carousel
      label="Levels"
      previousLabel="Previous"
      nextLabel="Next"
      positionLabel={(index) => `Level ${index + 1} of 2`}
      slides={[
        { id: 'a', content: <button type="button">Start</button> },
        { id: 'b', content: <p>Later</p> },
      ]}
    />,
  );
  screen.getByRole('button', { name: 'Start' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('region', { name: 'Levels' })).toContainElement(focused());
  expect(screen.getByRole('button', { name: 'Start', hidden: true })).not.toHaveFocus();

  screen.getByRole('button', { name: 'Next' }).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});
