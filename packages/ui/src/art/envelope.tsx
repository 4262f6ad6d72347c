/** A letter on the horizon: a message was sent. */
export function EnvelopeArt() {
  return (
    <svg viewBox="0 0 160 96" width="160" height="96" fill="none" aria-hidden="true">
      <circle cx="112" cy="22" r="11" fill="var(--flamingo)" fillOpacity="0.75" />
      <rect
        x="50"
        y="18"
        width="60"
        height="40"
        rx="5"
        fill="var(--surface)"
        stroke="var(--ink-2)"
        strokeWidth="1.6"
      />
      <path
        d="m52 22 24 19a6 6 0 0 0 8 0l24-19"
        stroke="var(--ink-2)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d="M16 62h128" stroke="var(--line-strong)" />
      <path
        d="M54 69h52M62 76h36M72 83h16"
        stroke="var(--accent)"
        strokeOpacity="0.5"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
