import { AlertIcon, cx } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { AddressEntry } from './address-entries.ts';

const chip = 'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full px-2.5 text-small font-medium';

/** The permissions of a key, one label each. */
export function PermissionChips({ permissions }: { readonly permissions: readonly string[] }) {
  const { t } = useTranslation();
  if (permissions.length === 0) return <span className="text-ink-3">{t('api-keys.noPermissions')}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {permissions.map((permission) => (
        <li key={permission} className={cx(chip, 'bg-accent-soft text-accent-ink')}>
          {permission}
        </li>
      ))}
    </ul>
  );
}

/** Addresses. Invalid ones are marked visually and for screen readers. */
export function AddressChips({ entries }: { readonly entries: readonly AddressEntry[] }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {entries.map(({ text, isAddress }) => (
        <li
          key={text}
          className={cx(
            chip,
            'py-0.5 font-mono',
            isAddress ? 'bg-sunken text-ink-2' : 'bg-warn-soft text-warn',
          )}
        >
          {isAddress ? null : <AlertIcon size={14} className="shrink-0" />}
          <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
          {isAddress ? null : <span className="sr-only">{t('api-keys.address.malformed')}</span>}
        </li>
      ))}
    </ul>
  );
}
