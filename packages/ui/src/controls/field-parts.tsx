/** The parts of every field: label above, hint before the input in reading order, error below. */
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { cx } from '../cx.ts';
import { AlertIcon } from '../icons.tsx';

export function FieldLabel({
  children,
  isHidden = false,
}: {
  readonly children: ReactNode;
  readonly isHidden?: boolean;
}) {
  return (
    <Label className={isHidden ? 'sr-only' : 'block text-small font-medium text-ink-2'}>{children}</Label>
  );
}

export function FieldHint({ children }: { readonly children: ReactNode }) {
  return (
    <Text slot="description" className="block text-small text-ink-3">
      {children}
    </Text>
  );
}

/** Rendered only while its field is invalid. */
export function FieldMessage({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <FieldError className={cx('flex items-start gap-1.5 text-small text-danger', className)}>
      <AlertIcon size={16} className="mt-0.5" />
      <span>{children}</span>
    </FieldError>
  );
}
