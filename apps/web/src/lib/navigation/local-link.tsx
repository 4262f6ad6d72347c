import { Link } from '@salar/ui';
import type { LinkProps } from '@salar/ui';
import { useHasLocalPages } from '../../api/use-has-local-pages.ts';

export type LocalLinkProps = {
  /** The path under `/local`. */
  readonly path: string;
  /** Values to pre-fill in the linked page. */
  readonly query?: Readonly<Record<string, string>>;
  readonly children: string;
  readonly look?: LinkProps['look'];
  readonly className?: string;
};

/**
 * Links to a local page, such as the mailbox, when the exchange runs in the local profile; renders nothing otherwise.
 */
export function LocalLink({
  path,
  query,
  children,
  look,
  className = 'self-center py-2.5 text-center text-wrap-balance',
}: LocalLinkProps) {
  if (!useHasLocalPages()) return null;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return (
    <Link href={`/local/${path}${search}`} isExternal look={look} className={className}>
      {children}
    </Link>
  );
}
