import { useTranslation } from 'react-i18next';

const explained = ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw'] as const;
type Explained = (typeof explained)[number];

/** A permission by its name, and what it opens in a line. */
export function PermissionText({ permission }: { readonly permission: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex min-w-0 flex-col py-1">
      <span className="font-medium text-ink-1">{permission}</span>
      {isExplained(permission) ? (
        <span className="text-small text-ink-3">{t(`api-keys.explained.${permission}`)}</span>
      ) : null}
    </span>
  );
}

/** The list comes from the server, which may know more than these texts. */
function isExplained(permission: string): permission is Explained {
  return (explained as readonly string[]).includes(permission);
}
