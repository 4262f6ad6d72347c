import { cx } from '@salar/ui';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { countStepsDone, withdrawSteps } from '../../ticket-steps.ts';

/**
 * The progress of a withdrawal: completed steps and the next one. Draws nothing for one that failed or was canceled.
 */
export function WithdrawSteps({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const done = countStepsDone(ticket.status);
  if (done === null) return null;
  const last = withdrawSteps[done - 1];
  const next = withdrawSteps[done];
  return (
    <div className="flex flex-col gap-1.5">
      <ol aria-label={t('transfers.ticket.steps.label')} className="grid grid-cols-5 gap-1.5">
        {withdrawSteps.map((step, index) => (
          <li
            key={step}
            aria-current={step === next ? 'step' : undefined}
            className={cx('h-1 rounded-full', index < done ? 'bg-accent' : 'bg-line')}
          >
            <span className="sr-only">
              {t(stepTextKey(index, done), { step: t(`transfers.ticket.steps.${step}`) })}
            </span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-medium text-ink-1">{last ? t(`transfers.ticket.steps.${last}`) : null}</span>
        <span className="text-ink-3">
          {next ? t('transfers.ticket.steps.then', { step: t(`transfers.ticket.steps.${next}`) }) : null}
        </span>
      </p>
    </div>
  );
}

function stepTextKey(index: number, done: number) {
  if (index < done) return 'transfers.ticket.steps.done';
  return index === done ? 'transfers.ticket.steps.next' : 'transfers.ticket.steps.later';
}
