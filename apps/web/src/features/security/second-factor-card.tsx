import {
  Button,
  ErrorState,
  InlineNotice,
  Skeleton,
  StatusPill,
  WarningIcon,
  formatDateTime,
  lazyView,
  notify,
} from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useCancelSecondFactorResetMutation } from './api/cancel-second-factor-reset.ts';
import { useDisable2FAMutation } from './api/disable-2fa.ts';
import { useEnableGoogle2FAMutation } from '../../api/calls/sign-in/enable-google-2fa.ts';
import { useGetSecondFactorQuery } from './api/get-second-factor.ts';
import type { SecondFactorState } from './api/get-second-factor.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Section } from './section.tsx';
import type { SecondFactorDialogsProps } from './second-factor-dialogs.tsx';
import { wasDeclined } from './was-declined.ts';

const dialogs = lazyView<SecondFactorDialogsProps>(
  async () => (await import('./second-factor-dialogs.tsx')).SecondFactorDialogs,
);

/** Whether sign-in requires a code, and the way to change that. */
export function SecondFactorCard() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const isOnline = useOnline();
  const factor = useGetSecondFactorQuery(undefined, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useState<SecondFactorDialogsProps['opened']>(null);
  const [problem, setProblem] = useLocalizedMessage();
  const [begin, setUp] = useEnableGoogle2FAMutation();
  const [announceEnd, announced] = useDisable2FAMutation();
  const Dialogs = dialogs.use(opened !== null);

  async function enable() {
    setProblem(null);
    const { error } = await begin({});
    if (wasDeclined(error)) notify.info(t('errors.reauthenticationDeclined'));
    else setOpened('enable');
  }

  async function disable() {
    setProblem(null);
    const { data, error } = await announceEnd();
    if (data?.code === 0) {
      setOpened((already) => already ?? 'disable');
      return;
    }
    if (wasDeclined(error)) {
      notify.info(t('errors.reauthenticationDeclined'));
      return;
    }
    setProblem(() =>
      error
        ? failureText(error)
        : ((data && translateRefusalMessage(data, t)) ?? t('common.failure.REFUSED')),
    );
    // Another tab may have changed it first.
    void factor.refetch();
  }

  function close() {
    setOpened(null);
    setUp.reset();
  }

  const state = factor.data;
  return (
    <Section
      title={t('security.factor.title')}
      hint={t('security.factor.hint')}
      isRefreshing={factor.isFetching && !factor.isLoading}
      pill={
        state ? (
          state.isOn ? (
            <StatusPill tone="good">{t('security.factor.state.on')}</StatusPill>
          ) : (
            <StatusPill tone="wait" icon={<WarningIcon size={14} />}>
              {t('security.factor.state.off')}
            </StatusPill>
          )
        ) : null
      }
      action={
        state ? (
          <Button
            variant={state.isOn ? 'quiet' : 'primary'}
            isDisabled={!isOnline}
            isLoading={announced.isLoading || (setUp.isLoading && opened === null)}
            loadingText={t('common.processing')}
            onPress={() => void (state.isOn ? disable() : enable())}
          >
            {t(state.isOn ? 'security.factor.disable' : 'security.factor.enable')}
          </Button>
        ) : factor.error ? null : (
          <Skeleton className="h-11 w-28 rounded-md" />
        )
      }
    >
      {problem ? (
        <InlineNotice tone="error" title={t('security.factor.failedDisable')} isAnnounced className="mt-4">
          {problem}
        </InlineNotice>
      ) : null}
      {state && !state.isOn ? (
        <p className="mt-4 text-small text-ink-2">{t('security.factor.lowerLimits')}</p>
      ) : null}
      {state?.resetPlannedAt ? <PlannedReset at={state.resetPlannedAt} /> : null}
      {state?.isOn ? <RecoveryCodesLeft state={state} onMake={() => setOpened('new-codes')} /> : null}
      {!state && factor.error ? (
        <ErrorState
          title={t('security.factor.error')}
          retryLabel={t('common.retry')}
          onRetry={() => void factor.refetch()}
          isRetrying={factor.isFetching}
          isCompact
        >
          {failureText(factor.error)}
        </ErrorState>
      ) : null}
      {Dialogs ? (
        <Dialogs
          opened={opened}
          setUp={setUp.data}
          failure={setUp.error}
          isLoading={setUp.isLoading}
          onRetry={() => void begin({})}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

const fewCodes = 3;

function RecoveryCodesLeft({
  state: { recoveryCodesLeft, enabledAt },
  onMake,
}: {
  readonly state: SecondFactorState;
  readonly onMake: () => void;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const isOnline = useOnline();
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-0.5">
          <p className="num font-medium text-ink-1">
            {t('security.factor.codesLeft', { number: recoveryCodesLeft })}
          </p>
          {enabledAt ? (
            <p className="text-small text-ink-3">
              {t('security.factor.since', { date: formatDateTime(enabledAt, language) })}
            </p>
          ) : null}
        </div>
        <Button variant="quiet" size="sm" isDisabled={!isOnline} onPress={onMake}>
          {t('security.factor.makeCodes')}
        </Button>
      </div>
      {recoveryCodesLeft <= fewCodes ? (
        <InlineNotice tone="warn">{t('security.factor.codesFew')}</InlineNotice>
      ) : null}
    </div>
  );
}

/** Support was requested to disable the factor: a customer who did not request it can still cancel. */
function PlannedReset({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const failureText = useFailureText();
  const isOnline = useOnline();
  const [cancel, { isLoading }] = useCancelSecondFactorResetMutation();

  async function stop() {
    const { error } = await cancel();
    if (error) notify.error(failureText(error));
    else notify.success(t('security.planned.canceled'));
  }

  return (
    <InlineNotice
      tone="warn"
      title={t('security.planned.title')}
      className="mt-5"
      action={
        <Button
          variant="quiet"
          size="sm"
          isDisabled={!isOnline}
          isLoading={isLoading}
          onPress={() => void stop()}
        >
          {t('security.planned.cancel')}
        </Button>
      }
    >
      {t('security.planned.body', { date: formatDateTime(at, language) })}
    </InlineNotice>
  );
}
