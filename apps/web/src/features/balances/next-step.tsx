import { Button, DepositIcon, ShieldIcon, SwapIcon } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { stepCount, stepNumber } from './first-step.ts';
import type { FirstStep } from './first-step.ts';
import { useAssetActions } from './use-asset-actions.ts';

const icons = { verify: ShieldIcon, deposit: DepositIcon, wait: DepositIcon, swap: SwapIcon } as const;

export type NextStepProps = {
  readonly step: FirstStep;
  /** The asset that is on its way or can be swapped. */
  readonly productId: number | undefined;
  /** Called when the customer needs no guide. */
  readonly onDismiss: () => void;
};

/** The next step of a newcomer and the reason for it, shown until the first swap. */
export function NextStep({ step, productId, onDismiss }: NextStepProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useAssetActions();
  const Icon = icons[step];
  const goes: Readonly<Record<FirstStep, () => void>> = {
    verify: () => void navigate('/settings/verification'),
    deposit: () => void navigate('/ramping/deposit'),
    wait: () => actions.deposit(productId),
    swap: () => actions.swap(productId),
  };
  return (
    <section
      aria-label={t('balances.firstSteps.label')}
      className="flex flex-col gap-4 print:hidden rounded-xl border border-line bg-surface p-4 sm:flex-row sm:items-center md:p-5"
    >
      <span className="hidden size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink sm:grid">
        <Icon />
      </span>
      <div className="flex min-w-0 grow flex-col">
        <p className="text-small text-ink-3">
          {t('balances.firstSteps.count', { step: stepNumber[step], steps: stepCount })}
        </p>
        <h2 className="text-lead font-semibold text-ink-1">{t(`balances.firstSteps.${step}.title`)}</h2>
        <p className="max-w-[68ch] text-ink-2">{t(`balances.firstSteps.${step}.body`)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {step === 'swap' ? (
          <Button variant="ghost" onPress={onDismiss}>
            {t('balances.firstSteps.dismiss')}
          </Button>
        ) : null}
        <Button onPress={goes[step]}>{t(`balances.firstSteps.${step}.action`)}</Button>
      </div>
    </section>
  );
}
