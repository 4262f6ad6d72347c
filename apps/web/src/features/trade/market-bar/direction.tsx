import { useTranslation } from '../../../i18n/use-translation.ts';

/** An arrow, with a label for screen readers. */
export function Direction({ direction }: { readonly direction: 'up' | 'down' | 'flat' }) {
  const { t } = useTranslation();
  if (direction === 'flat') return null;
  return (
    <>
      <svg width="8" height="6" viewBox="0 0 8 6" fill="currentColor" aria-hidden="true">
        <path d={direction === 'up' ? 'M4 0 8 6H0z' : 'M0 0h8L4 6z'} />
      </svg>
      <span className="sr-only">{t(direction === 'up' ? 'trade.up' : 'trade.down')}</span>
    </>
  );
}
