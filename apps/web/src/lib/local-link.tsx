import { Link } from '@salar/ui';
import type { LinkProps } from '@salar/ui';
import { useHasLocalPages } from '../api/use-has-local-pages.ts';

export type LocalLinkProps = {
  /** Under `/local`. */
  readonly path: string;
  /** What the page behind it is filled in with. */
  readonly query?: Readonly<Record<string, string>>;
  readonly children: string;
  readonly look?: LinkProps['look'];
  readonly className?: string;
};

/** On a laptop the way to what stands in for the outside world, such as the mailbox; anywhere else nothing. */
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
