/** Success: the sun just above the horizon. Failure: the sun behind a ridge, without large areas of red. */
import { useId } from 'react';

export function SuccessArt() {
  const id = useId();
  return (
    <svg viewBox="0 0 160 96" width="160" height="96" fill="none" aria-hidden="true">
      <clipPath id={id}>
        <rect width="160" height="58" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <circle className="motion-sun" cx="80" cy="34" r="20" fill="var(--accent)" />
      </g>
      <path d="M16 58h128" stroke="var(--line-strong)" />
      <path
        d="M62 66h36M67 73h26M73 80h14"
        stroke="var(--accent)"
        strokeOpacity="0.55"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function FailureArt() {
  return (
    <svg viewBox="0 0 160 96" width="160" height="96" fill="none" aria-hidden="true">
      <circle cx="94" cy="40" r="17" fill="var(--flamingo)" fillOpacity="0.75" />
      <path d="M16 58 46 34l16 11 22-20 20 19 14-9 26 23z" fill="var(--sunken)" stroke="var(--line-strong)" />
      <path d="M16 58h128" stroke="var(--line-strong)" />
      <path
        d="M58 68h44M70 76h20"
        stroke="var(--line-strong)"
        strokeOpacity="0.6"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
