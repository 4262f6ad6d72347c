import { OfflineIcon } from '../icons.tsx';

/** A bar below the header while there is no connection. */
export function OfflineBar({ children }: { readonly children: string }) {
  return (
    <div
      role="status"
      className="flex min-h-6 items-center justify-center gap-2.5 bg-warn-soft px-4 py-0.5 text-small font-medium text-warn md:min-h-7 md:py-1"
    >
      <OfflineIcon size={16} />
      {children}
    </div>
  );
}
