import type { ReactNode } from 'react';

/** 160 x 96: the topic's icon above the line and its reflection below. */
export function EmptyHorizon({ icon }: { readonly icon?: ReactNode }) {
  return (
    <div aria-hidden="true" className="relative h-24 w-40 text-ink-3">
      <div className="absolute inset-x-0 top-0 flex h-12 items-end justify-center pb-2">{icon}</div>
      <div className="absolute inset-x-0 top-12 h-px bg-linear-to-r from-transparent via-line-strong to-transparent" />
      <div className="absolute inset-x-0 bottom-0 flex h-12 -scale-y-100 items-end justify-center pb-2 opacity-25">
        {icon}
      </div>
      <svg
        viewBox="0 0 160 96"
        className="absolute inset-0 text-line-strong"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path d="M52 78h14M94 78h14M66 86h28" strokeOpacity="0.5" />
      </svg>
    </div>
  );
}
