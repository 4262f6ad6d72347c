/**
 * A rotating arc, sized by its class. Use it inside a button or where the shape of the content is unknown. Hidden from
 * screen readers, because text next to it states the same.
 */
export function Spinner({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`motion-spin shrink-0 ${className}`}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
