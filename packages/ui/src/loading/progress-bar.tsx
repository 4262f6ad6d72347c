/** Indicates a navigation: 2 px at the top of the page, after 150 ms. */
export function ProgressBar({ label }: { readonly label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-live="polite"
      className="motion-late fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden"
    >
      <div className="motion-progress h-full w-1/3 bg-accent" />
    </div>
  );
}

/** Indicates that a card is being refetched: the same line at the top of the card. */
export function RefreshLine() {
  return (
    <div aria-hidden="true" className="motion-late absolute inset-x-0 top-0 h-0.5 overflow-hidden">
      <div className="motion-progress h-full w-1/3 bg-accent" />
    </div>
  );
}
