import { DateField, NativeSelect } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useTimes } from '../use-times.ts';
import { toLocalText, toMoment } from './local-moment.ts';
import type { OrderProblem } from './order-check.ts';
import { getTimeInForce, listTimesInForce } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';
import { useOrderLabels } from './use-order-labels.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export type OrderDurationProps = {
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
  /** The problem with the expiry. */
  readonly problem: OrderProblem | undefined;
  readonly instrument: Instrument;
};

/** How long the order stays, and when it expires: a time in the customer's own time zone, which is named beside it. */
export function OrderDuration({ draft, onChange, problem, instrument }: OrderDurationProps) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const times = useTimes();
  const choices = listTimesInForce(draft);
  const chosen = getTimeInForce(draft);
  if (choices.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-2 text-small text-ink-2">
        <span aria-hidden="true">{t('trade.entry.timeInForce')}</span>
        <NativeSelect
          label={t('trade.entry.timeInForce')}
          options={choices.map((id) => ({ id, label: labels.timeInForce(id) }))}
          value={chosen}
          onChange={(id) => {
            const timeInForce = choices.find((one) => one === id) ?? 'GTC';
            // The first time offered is a day from now.
            const expiresAt = draft.expiresAt ?? Math.ceil((Date.now() + dayMs) / minuteMs) * minuteMs;
            onChange(
              timeInForce === 'GTD' ? { ...draft, timeInForce, expiresAt } : { ...draft, timeInForce },
            );
          }}
          className="-me-2.5"
        />
      </div>
      {chosen === 'GTD' ? (
        <DateField
          label={t('trade.entry.expiresAt')}
          hasTime
          firstDay={toLocalText(Date.now()).slice(0, 'yyyy-mm-dd'.length)}
          value={draft.expiresAt === null ? '' : toLocalText(draft.expiresAt)}
          onChange={(text) => onChange({ ...draft, expiresAt: toMoment(text) })}
          hint={t('trade.entry.expiryZone', { zone: times.zone(draft.expiresAt ?? Date.now()) })}
          error={problem ? labels.problem(problem, instrument) : null}
        />
      ) : null}
    </div>
  );
}
