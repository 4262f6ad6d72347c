import type { BrazilStatus as Status } from '@salar/protocol/brazil';
import { ButtonLink, DateTime, InlineNotice, StatusPill } from '@salar/ui';
import type { StatusTone } from '@salar/ui';
import { TaggedText } from '../../lib/tagged-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { BrazilValidation } from '../../api/calls/get-brazil-validation.ts';

const tones: Readonly<Record<Status, StatusTone>> = {
  Processing: 'wait',
  Verified: 'good',
  Rejected: 'bad',
  Expired: 'info',
};

/** The state of the check, and the customer's next step. */
export function BrazilStatus({ validation }: { readonly validation: BrazilValidation }) {
  const { t } = useTranslation();
  const { status, comment } = validation;
  if (status === null) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusPill tone={tones[status]}>{t(`brazil-form.status.${status}`)}</StatusPill>
        <span>{t(findNextStep(validation))}</span>
      </p>
      {comment === null ? null : (
        <InlineNotice tone="warn" title={t('brazil-form.comment')} className="w-full">
          {comment}
        </InlineNotice>
      )}
      <HostedStep validation={validation} />
    </div>
  );
}

function findNextStep({ status, url, canRetry }: BrazilValidation) {
  switch (status) {
    case 'Verified':
      return 'brazil-form.next.verified';
    case 'Rejected':
      return canRetry ? 'brazil-form.next.rejected' : 'brazil-form.next.rejectedFinally';
    case 'Expired':
      return 'brazil-form.next.expired';
    default:
      return url === null ? 'brazil-form.next.processing' : 'brazil-form.next.hosted';
  }
}

/** The provider's own form, open for a day. */
function HostedStep({ validation }: { readonly validation: BrazilValidation }) {
  const { t } = useTranslation();
  const { status, url, urlExpiresAt, isStandIn } = validation;
  if (status !== 'Processing' || url === null) return null;
  return (
    <>
      <ButtonLink href={url} isExternal>
        {t('brazil-form.hosted.open')}
      </ButtonLink>
      {urlExpiresAt === null ? null : (
        <p className="text-small text-ink-2">
          <TaggedText text={t('brazil-form.hosted.until')} tags={{ time: <DateTime at={urlExpiresAt} /> }} />
        </p>
      )}
      {isStandIn ? (
        <InlineNotice tone="info" className="w-full">
          {t('brazil-form.hosted.standIn')}
        </InlineNotice>
      ) : null}
    </>
  );
}
