import { parseWalletAddress } from '@salar/protocol/evm/wallet-address';
import { Address, AlertDialog, InlineNotice, KeyValueList, notify } from '@salar/ui';
import type { Translate } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { useConfirmAccountLinkMutation } from './api/confirm-account-link.ts';
import { useLinkUserMutation } from './api/link-user.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';

const userNameLengthMax = 64;

/**
 * Requires a confirmation before linking with a test network account that the URL names. Opening a page never links
 * anything (security rule B6), and the names in the URL are sent once each time it is opened.
 */
export function LinkAccountDialog({ accountId }: { readonly accountId: number }) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [searchParams, setSearchParams] = useSearchParams();
  const [linkUser, linking] = useLinkUserMutation();
  const [confirmLink, confirming] = useConfirmAccountLinkMutation();
  const [trouble, setTrouble] = useLocalizedMessage();
  const entered = {
    userName: (searchParams.get('userName') ?? '').trim(),
    wallet: searchParams.get('wallet') ?? '',
  };
  const walletAddress = parseWalletAddress(entered.wallet);
  const isNamed = entered.userName !== '' && entered.wallet !== '';
  const isFit = walletAddress !== null && entered.userName.length <= userNameLengthMax;

  function close() {
    setTrouble(null);
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
    if (walletAddress === null) return;
    const text = { userName: entered.userName, walletAddress };
    const claimed = await linkUser({ accountId, ...text });
    const { error } = claimed.error ? claimed : await confirmLink(text);
    if (error === undefined) {
      notify.success(t('balances.link.successAccountLinking'));
      close();
      return;
    }
    const describe = () =>
      t('balances.errors.failedAccountLinking', { message: toServerMessage(error, t) ?? failureText(error) });
    // No answer arrived: the names stay in the URL, for another try.
    if (isFinal(error)) {
      notify.error(describe());
      close();
    } else setTrouble(describe);
  }

  return (
    <AlertDialog
      isOpen={isNamed}
      title={t('balances.link.title')}
      {...(isFit
        ? {
            confirmLabel: t(trouble === null ? 'balances.link.confirm' : 'balances.link.again'),
            cancelLabel: t('balances.link.cancel'),
            onConfirm: () => void link(),
          }
        : { confirmLabel: t('common.close'), onConfirm: close })}
      onCancel={close}
      isBusy={linking.isLoading || confirming.isLoading}
      busyLabel={t('balances.link.loading')}
    >
      {isFit ? <p>{t('balances.link.body')}</p> : null}
      <KeyValueList
        className="mt-3 text-ink-1"
        rows={[
          {
            id: 'userName',
            label: t('balances.link.userName'),
            value: <span className="[overflow-wrap:anywhere]">{entered.userName}</span>,
          },
          {
            id: 'wallet',
            label: t('balances.link.wallet'),
            value: <Address value={walletAddress ?? entered.wallet} form="verify" />,
            isStacked: true,
          },
        ]}
      />
      {isFit && trouble === null ? null : (
        <InlineNotice tone="error" isAnnounced className="mt-3">
          {trouble ?? t(walletAddress === null ? 'balances.link.walletWrong' : 'balances.link.userNameWrong')}
        </InlineNotice>
      )}
    </AlertDialog>
  );
}

/** Whether the server refused, so that repeating the request changes nothing. */
function isFinal(error: ApiError): boolean {
  const failure = toFailure(error);
  if (failure.kind === 'REFUSED') return true;
  return failure.kind === 'HTTP' && failure.status < 500 && failure.status !== 401 && failure.status !== 429;
}

/** The second backend sends the reason of its refusals in `errorMessage`. */
function toServerMessage(error: ApiError, t: Translate): string | null {
  const failure = toFailure(error);
  if (failure.kind !== 'HTTP') return null;
  const { data } = failure;
  if (typeof data !== 'object' || data === null || !('errorMessage' in data)) return null;
  if (typeof data.errorMessage !== 'string') return null;
  return translateRefusal(data.errorMessage, t) ?? data.errorMessage;
}
