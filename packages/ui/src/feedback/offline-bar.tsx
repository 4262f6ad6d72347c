import { OfflineIcon } from '../icons.tsx';

/** A bar below the header while there is no connection. */
export function OfflineBar({ children }: { readonly children: string }) {
  return (
    <div
      role="status"
      className="flex min-h-7 items-center justify-center gap-2.5 bg-warn-soft px-4 py-1 text-small font-medium text-warn"
    >
      <OfflineIcon size={16} />
      {children}
    </div>
  );
}
