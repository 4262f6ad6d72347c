import { AmountField } from '@salar/ui';
import type { Ref } from 'react';
import { placesOf } from '../market/increments.ts';
import type { Instrument } from '../../../api/calls/get-instruments.ts';
import type { OrderProblem } from './order-check.ts';
import { amountsOf } from './order-draft.ts';
import type { AmountName, OrderDraft } from './order-draft.ts';
import { useOrderWords } from './use-order-words.ts';

export type AmountFieldsProps = {
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
  readonly instrument: Instrument;
  readonly problems: readonly OrderProblem[];
  readonly quotePlaces: number;
  readonly isDisabled?: boolean;
  /** Of the first field, where typing begins. */
  readonly firstRef?: Ref<HTMLInputElement>;
};

/** The amounts that the order's type asks for. What is missing is said by the button, what is wrong by its field. */
export function AmountFields(props: AmountFieldsProps) {
  const { draft, onChange, instrument, problems, quotePlaces, isDisabled = false, firstRef } = props;
  const words = useOrderWords();
  const isBase = (name: AmountName) => name === 'quantity' || name === 'display';
  const placesMax = (name: AmountName) => {
    if (isBase(name)) return placesOf(instrument.quantityIncrement);
    return name === 'value' ? quotePlaces : placesOf(instrument.priceIncrement);
  };
  return amountsOf(draft).map((name, place) => {
    const problem = problems.find(({ field, kind }) => field === name && kind !== 'missing');
    return (
      <AmountField
        key={name}
        label={words.field(name)}
        look="compact"
        name={name}
        value={draft.amounts[name]}
        onChange={(value) => onChange({ ...draft, amounts: { ...draft.amounts, [name]: value } })}
        unit={isBase(name) ? instrument.baseSymbol : instrument.quoteSymbol}
        placesMax={placesMax(name)}
        error={problem ? words.problem(problem, instrument) : null}
        isDisabled={isDisabled}
        {...(place === 0 && firstRef ? { inputRef: firstRef } : {})}
      />
    );
  });
}
