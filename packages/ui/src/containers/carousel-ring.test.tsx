/** The carousel on a screen of 1000 px with cards of 360 px: sizes that jsdom cannot compute. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stubBrowserObservers } from '../testing/stub-browser-observers.ts';
import { Carousel } from './carousel.tsx';

const screenWidth = 1000;
const cardWidth = 360;
const isCard = (element: HTMLElement) => element.getAttribute('aria-roledescription') === 'slide';
const findIndex = (element: HTMLElement) => [...(element.parentElement?.children ?? [])].indexOf(element);

stubBrowserObservers();
beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return isCard(this) ? cardWidth : screenWidth;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return isCard(this) ? findIndex(this) * cardWidth : 0;
  });
});
afterAll(() => vi.restoreAllMocks());

const names = ['one', 'two', 'three', 'four', 'five'];
function open() {
  render(
    <Carousel
      label="Levels"
      previousLabel="Previous"
      nextLabel="Next"
      positionLabel={(index) => `Level ${index + 1} of ${names.length}`}
      slides={names.map((id) => ({ id, content: <p>{id}</p> }))}
    />,
  );
}
const cards = () => [...document.querySelectorAll('[aria-roledescription="slide"]')];
const chosen = () =>
  cards()
    .filter((card) => !card.hasAttribute('inert'))
    .map(({ textContent }) => textContent);

// covers: verification.2
test('the cards are a ring with the chosen one in the centre', async () => {
  open();
  expect(chosen()).toEqual(['one']);
  const row = cards()[0]?.parentElement;
  const toTheMiddle = (screenWidth - cardWidth) / 2;
  await waitFor(() => expect(row?.style.transform).toMatch(new RegExp(`^translate3d\\(${toTheMiddle}px,`)));
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(chosen()).toEqual(['five']);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(chosen()).toEqual(['one']);
});

// covers: verification.3
test('arrows for medium screens, keys and dots lead from card to card', async () => {
  open();
  for (const name of ['Previous', 'Next'])
    expect(screen.getByRole('button', { name }).className).toMatch(/max-md:hidden|hidden md:inline-flex/);
  act(() => screen.getByRole('button', { name: 'Next' }).focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toEqual(['two']);
  await userEvent.click(screen.getByRole('button', { name: 'Level 4 of 5' }));
  expect(chosen()).toEqual(['four']);
});
