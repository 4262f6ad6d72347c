import { act, render, screen } from '@testing-library/react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { expect, test } from 'vitest';
import { changeLanguage, startI18n } from '../../i18n/i18n.ts';
import { useFailureText } from './use-failure-text.ts';
import { useLocalizedMessage } from './use-localized-message.ts';

await startI18n();

/** Shows why a call failed, inside a sentence of its own. */
function Page() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [message, setMessage] = useLocalizedMessage();
  const error = { status: 429, data: null } as const;
  return (
    <>
      <p>{message}</p>
      <button
        onClick={() => setMessage(() => t('ui.copiedToClipboard', { item: failureText(error) }))}
        type="button"
      >
        Show
      </button>
      <button onClick={() => setMessage(null)} type="button">
        Clear
      </button>
    </>
  );
}

test('a message on screen follows a later change of language, including the text that it quotes', async () => {
  await changeLanguage('en');
  render(<Page />);
  act(() => screen.getByText('Show').click());
  expect(screen.getByText(/copied to clipboard$/)).toHaveTextContent(/^Too many/);
  await act(() => changeLanguage('es'));
  expect(screen.getByRole('paragraph')).toHaveTextContent(/^Se copió al portapapeles: Demasiados intentos/);
  act(() => screen.getByText('Clear').click());
  expect(screen.getByRole('paragraph')).toBeEmptyDOMElement();
});
