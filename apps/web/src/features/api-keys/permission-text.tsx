import { useTranslation } from '../../i18n/use-translation.ts';
import type { ApiKey } from '../../api/records/api-key.ts';

const explained = ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw'] as const;
type Explained = (typeof explained)[number];

/** The name of a permission, and one line about what it allows. */
export function PermissionText({ permission }: { readonly permission: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex grow basis-[7.5rem] flex-col py-1">
      <span className="font-medium text-ink-1">{permission}</span>
      {isExplained(permission) ? (
        <span className="text-small text-ink-3">{t(`api-keys.explained.${permission}`)}</span>
      ) : null}
    </span>
  );
}

/** Explains each permission that at least one of the keys has, once. */
export function PermissionLegend({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { t } = useTranslation();
  const held = new Set(keys.flatMap(({ permissions }) => permissions));
  if (held.size === 0) return null;
  return (
    <section aria-label={t('api-keys.legend')} className="flex flex-col gap-1">
      <h2 className="text-small font-semibold text-ink-2">{t('api-keys.legend')}</h2>
      <ul className="flex flex-col">
        {[...held].toSorted().map((permission) => (
          <li key={permission}>
            <PermissionText permission={permission} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The list comes from the server, which may have permissions that this version has no text for. */
function isExplained(permission: string): permission is Explained {
  return (explained as readonly string[]).includes(permission);
}
