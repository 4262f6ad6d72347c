import { CheckIcon, cx } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Ticket } from '../../api/records/ticket.ts';
import { stepsDoneOf, withdrawSteps } from './ticket-steps.ts';

/** How far a withdrawal has come. Nothing for one that came to nothing. */
export function WithdrawSteps({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const done = stepsDoneOf(ticket.status);
  if (done === null) return null;
  return (
    <ol aria-label={t('ramping.ticket.steps.label')} className="grid grid-cols-5 gap-1.5">
      {withdrawSteps.map((step, index) => {
        const isDone = index < done;
        const isNext = index === done;
        const name = t(`ramping.ticket.steps.${step}`);
        return (
          <li
            key={step}
            aria-current={isNext ? 'step' : undefined}
            className={cx(
              'flex min-w-0 flex-col gap-1.5 border-t-3 pt-1.5 text-micro',
              isDone
                ? 'border-accent text-ink-1'
                : isNext
                  ? 'border-line-strong text-ink-1'
                  : 'border-line text-ink-3',
            )}
          >
            <span className="sr-only">
              {isDone
                ? t('ramping.ticket.steps.done', { step: name })
                : isNext
                  ? t('ramping.ticket.steps.next', { step: name })
                  : name}
            </span>
            <span aria-hidden="true" className="flex items-start gap-1 [overflow-wrap:anywhere]">
              {isDone ? <CheckIcon size={14} className="shrink-0 text-accent-ink" /> : null}
              <span className="hidden min-w-0 sm:inline">{name}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
