export type ProgressMeterProps = {
  /** States the figures: "1 of 2 confirmations". */
  readonly label: string;
  readonly value: number;
  readonly max: number;
};

/** Progress of a count, as text and as a bar. */
export function ProgressMeter({ label, value, max }: ProgressMeterProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-small wrap-anywhere text-ink-2 tabular-nums">
        {label}
      </span>
      <progress
        aria-label={label}
        value={Math.min(value, max)}
        max={max}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
