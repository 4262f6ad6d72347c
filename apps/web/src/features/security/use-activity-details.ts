import { formatMoney } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActivityEntry } from './api/get-user-activity.ts';
import { useDeviceLabels } from './use-device-labels.ts';

/**
 * Describes the object of a log entry and what changed, in the customer's language. Names stay as they are; amounts are
 * formatted as on every screen.
 */
export function useActivityDetails(): (entry: ActivityEntry) => readonly string[] {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabels();

  function objectDetails({ action, object }: ActivityEntry): string[] {
    if (object === null) return [];
    if (action === 'new_device' || action === 'session_ended') return [deviceLabel(object)];
    const level = /^level (\d)$/i.exec(object)?.[1];
    if (level) return [t('security.activity.facts.level', { level })];
    const ticket = /^withdrawal (\S+)$/.exec(object)?.[1];
    if (ticket) return [t('security.activity.facts.withdrawal', { ticket })];
    return [object === 'Brazil' ? t('security.activity.facts.brazil') : object];
  }

  function changeDetails({ action, detail }: ActivityEntry): string[] {
    if (detail === null) return [];
    if (action === 'api_key_added' || action === 'api_key_changed') return formatKeyTerms(detail);
    // The log's own number of the destination, whose name comes before it.
    if (detail.startsWith('destination/')) return [];
    const known = knownDetails.find((one) => one === detail.toLowerCase());
    return [known ? t(`security.activity.details.${known}`) : formatIfMoney(detail)];
  }

  /** The permissions of a key, its addresses, and the limit that it may have: "Trading, Deposit; 203.0.113.9; 50000000 COP". */
  function formatKeyTerms(terms: string): string[] {
    const [permissions = '', addresses, limit] = terms.split('; ');
    if (addresses === undefined) return [terms];
    return [
      permissions === '-' ? t('security.activity.facts.noPermissions') : permissions,
      addresses === '*'
        ? t('security.activity.facts.anyAddress')
        : t('security.activity.facts.addresses', { addresses }),
      ...(limit === undefined
        ? []
        : [t('security.activity.facts.dailyLimit', { amount: formatIfMoney(limit) })]),
    ];
  }

  return (entry) => [...objectDetails(entry), ...changeDetails(entry)];
}

/** Formats an amount with its unit, "100000 COP", as every screen does; any other text stays as it is. */
function formatIfMoney(text: string): string {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ([A-Z][A-Z0-9]{1,9})$/.exec(text) ?? [];
  return amount !== undefined && unit !== undefined ? formatMoney(amount, unit) : text;
}

const knownDetails = [
  'password',
  'password_and_code',
  'password_and_passkey',
  'passkey',
  'code',
  'api_key',
  'operator',
  'init',
  'pending',
  'approved',
  'retry',
  'returned',
  'rejected',
  'processing',
  'verified',
  'expired',
] as const;
