import { act, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { changeLanguage, startI18n } from '../i18n/i18n.ts';
import { useFailureText } from './use-failure-text.ts';
import { useTold } from './use-localized-message.ts';

await startI18n();

/** Tells why a call failed, in a sentence of its own. */
function Page() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [told, tell] = useTold();
  const error = { status: 429, data: null } as const;
  return (
    <>
      <p>{told}</p>
      <button
        onClick={() => tell(() => t('ui.copiedToClipboard', { item: failureText(error) }))}
        type="button"
      >
        Tell
      </button>
      <button onClick={() => tell(null)} type="button">
        Forget
      </button>
    </>
  );
}

test('what was told is said in the language that is chosen later, with all that it quotes', async () => {
  await changeLanguage('en');
  render(<Page />);
  act(() => screen.getByText('Tell').click());
  expect(screen.getByText(/copied to clipboard$/)).toHaveTextContent(/^Too many/);
  await act(() => changeLanguage('es'));
  expect(screen.getByRole('paragraph')).toHaveTextContent(/^Se copió al portapapeles: Demasiados intentos/);
  act(() => screen.getByText('Forget').click());
  expect(screen.getByRole('paragraph')).toBeEmptyDOMElement();
});
