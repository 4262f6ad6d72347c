import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.ts';
import { SwapIcon } from '../icons.tsx';

export type RateLineProps = {
  /** One direction as a whole sentence: "1 BTC = 104,210.40 USDT". null without a rate. */
  readonly text: string | null;
  /** The action of the button: "Show the rate the other way round". */
  readonly invertLabel: string;
  readonly onInvert?: (() => void) | undefined;
  /** The prices are older than they should be: the dot is grey, and `ageLabel` is visible. */
  readonly isStale?: boolean | undefined;
  /** The age of the prices as text: "Updated 4 seconds ago". */
  readonly ageLabel: string;
};

/** The rate, its age, and a button that inverts it. */
export function RateLine({ text, invertLabel, onInvert, isStale = false, ageLabel }: RateLineProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={cx(
          'size-2 shrink-0 rounded-full',
          text === null || isStale ? 'bg-line-strong' : 'bg-gain',
        )}
        title={ageLabel}
      />
      {isStale && text !== null ? null : <span className="sr-only">{ageLabel}</span>}
      {text === null ? (
        <span className="text-ink-3">—</span>
      ) : onInvert ? (
        <AriaButton
          onPress={onInvert}
          aria-label={`${text}. ${invertLabel}`}
          className="num relative inline-flex items-center gap-1.5 rounded-sm text-start whitespace-normal text-ink-1 after:absolute after:-inset-x-2.5 after:-inset-y-3 data-hovered:text-accent-ink"
        >
          {text}
          <SwapIcon size={14} className="text-ink-3" />
        </AriaButton>
      ) : (
        <span className="num text-ink-1">{text}</span>
      )}
      {/* The age of a stale rate is visible to everybody. */}
      {isStale && text !== null ? <span className="text-small text-ink-3">{ageLabel}</span> : null}
    </span>
  );
}
