import { AmountField } from '@salar/ui';
import type { Ref } from 'react';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { OrderProblem } from './order-check.ts';
import { listAmounts } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';
import { getAmountRules } from './read-draft.ts';
import { useOrderLabels } from './use-order-labels.ts';

export type AmountFieldsProps<Draft extends OrderDraft> = {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly instrument: Instrument;
  readonly problems: readonly OrderProblem[];
  readonly quotePlaces: number;
  readonly isDisabled?: boolean;
  /** Ref of the first field, where typing begins. */
  readonly firstRef?: Ref<HTMLInputElement>;
};

/**
 * The amounts that the order's type requires. The button names missing ones; invalid ones are reported by their field.
 */
export function AmountFields<Draft extends OrderDraft>(props: AmountFieldsProps<Draft>) {
  const { draft, onChange, instrument, problems, quotePlaces, isDisabled = false, firstRef } = props;
  const labels = useOrderLabels();
  return listAmounts(draft).map((name, place) => {
    const { unit, placesMax } = getAmountRules(name, { instrument, quotePlaces });
    const problem = problems.find(({ field, kind }) => field === name && kind !== 'missing');
    return (
      <AmountField
        key={name}
        label={labels.field(name)}
        look="compact"
        name={name}
        value={draft.amounts[name]}
        onChange={(value) => onChange({ ...draft, amounts: { ...draft.amounts, [name]: value } })}
        unit={unit}
        placesMax={placesMax}
        error={problem ? labels.problem(problem, instrument) : null}
        isDisabled={isDisabled}
        {...(place === 0 && firstRef ? { inputRef: firstRef } : {})}
      />
    );
  });
}
