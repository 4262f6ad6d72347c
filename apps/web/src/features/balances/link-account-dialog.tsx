import { AlertDialog, KeyValueList, notify } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLinkUserMutation } from '../../api/calls/link-user.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';

/**
 * Asks before linking with a test network account named in the address bar. Nothing is ever linked by opening a page
 * (security rule B6).
 */
export function LinkAccountDialog({ accountId }: { readonly accountId: number }) {
  const { t } = useTranslation();
  const [searchParams, setSearchParams] = useSearchParams();
  const [linkUser, { isLoading }] = useLinkUserMutation();
  const userName = searchParams.get('userName') ?? '';
  const walletAddress = searchParams.get('wallet') ?? '';

  function close() {
    setSearchParams(
      (params) => {
        params.delete('userName');
        params.delete('wallet');
        return params;
      },
      { replace: true },
    );
  }

  async function link() {
    const answer = await linkUser({ accountId, userName, walletAddress });
    if (answer.error) {
      const message = serverMessage(answer.error) ?? t('balances.errors.unknown');
      notify.error(t('balances.errors.failedAccountLinking', { message }));
    } else {
      notify.success(t('balances.link.successAccountLinking'));
    }
    close();
  }

  return (
    <AlertDialog
      isOpen={userName !== '' && walletAddress !== ''}
      title={t('balances.link.title')}
      confirmLabel={t('balances.link.confirm')}
      cancelLabel={t('balances.link.cancel')}
      onConfirm={() => void link()}
      onCancel={close}
      isBusy={isLoading}
      busyLabel={t('balances.link.loading')}
    >
      <p>{t('balances.link.body')}</p>
      <KeyValueList
        className="mt-3 text-ink-1"
        rows={[
          { id: 'userName', label: t('balances.link.userName'), value: userName },
          {
            id: 'wallet',
            label: t('balances.link.wallet'),
            value: <span className="font-mono text-small [overflow-wrap:anywhere]">{walletAddress}</span>,
            isStacked: true,
          },
        ]}
      />
    </AlertDialog>
  );
}

/** The second backend names its refusals in `errorMessage`. */
function serverMessage(error: ApiError): string | null {
  const failure = toFailure(error);
  if (failure.kind !== 'HTTP') return null;
  const { data } = failure;
  if (typeof data !== 'object' || data === null || !('errorMessage' in data)) return null;
  return typeof data.errorMessage === 'string' ? data.errorMessage : null;
}
