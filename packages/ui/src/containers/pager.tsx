import { IconButton } from '../controls/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';

export type PagerProps = {
  /** "Page 2" */
  readonly pageLabel: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly label: string;
};

/** Previous, the page's number, next. */
export function Pager(props: PagerProps) {
  return (
    <nav aria-label={props.label} className="flex items-center justify-end gap-1">
      <IconButton
        label={props.previousLabel}
        icon={<ChevronLeftIcon />}
        isDisabled={!props.hasPrevious}
        onPress={props.onPrevious}
      />
      <span aria-live="polite" className="num min-w-16 text-center text-small text-ink-2">
        {props.pageLabel}
      </span>
      <IconButton
        label={props.nextLabel}
        icon={<ChevronRightIcon />}
        isDisabled={!props.hasNext}
        onPress={props.onNext}
      />
    </nav>
  );
}
