import { Button } from '../controls/button.tsx';
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

/** Previous, the page number, next. Not printed. */
export function Pager(props: PagerProps) {
  return (
    <nav aria-label={props.label} className="flex flex-wrap items-center justify-end gap-1 print:hidden">
      <Button
        variant="ghost"
        size="sm"
        icon={<ChevronLeftIcon size={18} />}
        isDisabled={!props.hasPrevious}
        onPress={props.onPrevious}
      >
        {props.previousLabel}
      </Button>
      <span aria-live="polite" className="num min-w-16 text-center text-small text-ink-2">
        {props.pageLabel}
      </span>
      <Button variant="ghost" size="sm" isDisabled={!props.hasNext} onPress={props.onNext}>
        {props.nextLabel}
        <ChevronRightIcon size={18} />
      </Button>
    </nav>
  );
}
