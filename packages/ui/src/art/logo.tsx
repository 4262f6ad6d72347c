/** The logo mark: the sun on a straight horizon, and its reflection in the salt. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="h-[1.75rem] w-7 shrink-0">
      <path d="M7 15.5a9 9 0 0 1 18 0z" fill="var(--accent)" />
      <path d="M1.5 17.5h29" stroke="var(--ink-1)" strokeWidth="1.6" strokeLinecap="round" />
      <path
        d="M8 20.9h16M10.4 24h11.2M13.6 27h4.8"
        stroke="var(--accent)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeOpacity="0.75"
      />
    </svg>
  );
}

/** The logo: mark and name. */
export function Logo() {
  return (
    <span
      // Without space for both, the name wraps to a second line that is cut off.
      className="inline-flex h-[1.75rem] min-w-0 flex-wrap items-center gap-x-2.5 gap-y-[1.75rem] overflow-hidden"
    >
      <LogoMark />
      <span className="text-lead font-semibold tracking-[0.01em] text-ink-1">Salar</span>
    </span>
  );
}
