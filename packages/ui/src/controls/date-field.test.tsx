import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { preloadViews } from '../lazy-view.tsx';
import { UiProvider } from '../texts/ui-provider.tsx';
import { DateField } from './date-field.tsx';

beforeAll(preloadViews);

const said = vi.fn<(value: string) => void>();

function Field({
  initial = '',
  error = null,
  firstDay,
  endsToday,
}: {
  readonly initial?: string;
  readonly firstDay?: string;
  readonly endsToday?: boolean;
  readonly error?: string | null;
}) {
  const [value, setValue] = useState(initial);
  return (
    <DateField
      label="Date"
      value={value}
      error={error}
      firstDay={firstDay}
      endsToday={endsToday}
      onChange={(next) => {
        said(next);
        setValue(next);
      }}
    />
  );
}

function open(locale: string, field = <Field />) {
  said.mockReset();
  const texts = { clear: 'Borrar' } as Parameters<typeof UiProvider>[0]['texts'];
  render(
    <UiProvider locale={locale} texts={texts} navigate={() => undefined}>
      {field}
    </UiProvider>,
  );
  return userEvent.setup();
}
const field = () => screen.getByRole('group', { name: 'Date' });

test.each([
  ['en-US', 'mm/dd/yyyy', '03/05/2026', /^month/],
  ['es-ES', 'dd/mm/aaaa', '05/03/2026', /^día/],
  ['pt-BR', 'dd/mm/aaaa', '05/03/2026', /^dia/],
])('in %s the placeholder of a day is %s and it is typed as %s', async (locale, empty, typed, first) => {
  const user = open(locale);
  expect(field()).toHaveTextContent(empty);
  await user.click(within(field()).getByRole('spinbutton', { name: first }));
  await user.keyboard(typed.replaceAll('/', ''));
  expect(field()).toHaveTextContent(typed);
  expect(said).toHaveBeenLastCalledWith('2026-03-05');
});

test('the calendar uses the language; a day is picked from it, and cleared without a keyboard', async () => {
  const user = open('es-ES', <Field initial="2026-03-05" />);
  await user.click(screen.getByRole('button', { name: /Calendario/ }));
  expect(screen.getByRole('grid', { name: /marzo de 2026/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /martes, 17 de marzo de 2026/ }));
  expect(said).toHaveBeenLastCalledWith('2026-03-17');
  expect(field()).toHaveTextContent('17/03/2026');

  await user.click(screen.getByRole('button', { name: /Calendario/ }));
  await user.click(screen.getByRole('button', { name: 'Borrar' }));
  expect(said).toHaveBeenLastCalledWith('');
  expect(field()).toHaveTextContent('dd/mm/aaaa');
});

test('the calendar offers no day before the first one, neither to the pointer nor to the arrows', async () => {
  const user = open('en-US', <Field initial="2026-03-18" firstDay="2026-03-17" />);
  await user.click(screen.getByRole('button', { name: /Calendar/ }));
  expect(screen.getByRole('button', { name: /March 16, 2026/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: /Previous/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: /March 16, 2026/ }));
  expect(said).not.toHaveBeenCalled();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}');
  expect(said).toHaveBeenLastCalledWith('2026-03-17');
});

test('the calendar can end today, for the pointer and for the arrows', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 17, 12), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const user = open('en-US', <Field initial="2026-03-16" endsToday />);
  await user.click(screen.getByRole('button', { name: /Calendar/ }));
  expect(screen.getByRole('button', { name: /March 18, 2026/ })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: /March 18, 2026/ }));
  expect(said).not.toHaveBeenCalled();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  expect(said).toHaveBeenLastCalledWith('2026-03-17');
});

test('an invalid day leaves the field empty, and an error is part of it', () => {
  open('en-US', <Field initial="2026-02-31" error="Say when" />);
  expect(field()).toHaveTextContent('mm/dd/yyyy');
  expect(field()).toHaveAccessibleDescription('Say when');
});
