import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

export type SheetProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
};

/** A list of choices that rises from the bottom on small screens, and a small dialog on large ones. */
export function Sheet({ isOpen, onOpenChange, title, children }: SheetProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} size="sm" isFlush>
      <div className="px-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">{children}</div>
    </Dialog>
  );
}
