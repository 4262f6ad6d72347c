import type { ReactNode } from 'react';
import { ShieldIcon } from '../icons.tsx';

export type BlockingOverlayProps = {
  readonly isBlocked: boolean;
  readonly title: string;
  /** One sentence. */
  readonly children: ReactNode;
  readonly action: ReactNode;
  readonly icon?: ReactNode;
  /** The blocked content: rendered behind the overlay, `inert`. */
  readonly content: ReactNode;
};

/** Covers content that is not available yet and explains the next step. */
export function BlockingOverlay({ isBlocked, title, children, action, icon, content }: BlockingOverlayProps) {
  if (!isBlocked) return <>{content}</>;
  return (
    <div className="relative isolate grow overflow-clip rounded-xl">
      <div inert aria-hidden="true" className="max-h-160 min-h-96 overflow-clip opacity-40 select-none">
        {content}
      </div>
      <div className="absolute inset-0 z-10 flex items-start justify-center bg-linear-to-b from-canvas/70 to-canvas px-4 pt-12 sm:pt-16">
        <section className="flex w-full max-w-sm flex-col items-center gap-3 rounded-xl border border-line bg-raised p-6 text-center text-wrap-balance shadow-overlay">
          <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink">
            {icon ?? <ShieldIcon size={24} />}
          </span>
          <h2 className="text-title">{title}</h2>
          <div className="text-ink-2">{children}</div>
          <div className="mt-2 w-full">{action}</div>
        </section>
      </div>
    </div>
  );
}
