import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { AlertIcon, ChevronDownIcon } from '../icons.tsx';
import { lazyView } from '../lazy-view.tsx';
import type { SelectViewProps } from './select-view.tsx';

type SelectOption = {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean | undefined;
};

export type SelectProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly options: readonly SelectOption[];
  /** null when nothing is chosen yet. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly placeholder?: string | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly name?: string | undefined;
  /** `quiet` has no frame, for use within a line of text. */
  readonly look?: 'framed' | 'quiet' | undefined;
  readonly className?: string | undefined;
};

const view = lazyView<SelectViewProps>(async () => (await import('./select-view.tsx')).SelectView);

/** A press that has not become a click by then will not. */
const clickWithinMs = 400;

/** A choice of one option. For products use `AssetPicker`. */
export function Select(props: SelectProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const hasFocus = useRef(false);
  const View = view.use(isWanted);
  // A button that is replaced between press and release receives no click.
  if (View && (isWanted || !isHeld))
    return <View {...props} isOpenAtFirst={isWanted} autoFocus={hasFocus.current} />;
  return (
    <SelectFace
      {...props}
      onPress={() => setIsWanted(true)}
      onHeldChange={setIsHeld}
      onFocusChange={(isFocused) => {
        hasFocus.current = isFocused;
      }}
    />
  );
}

/** The frame of the closed list, the same before and after its code has loaded. */
export function getSelectStyle(look: 'framed' | 'quiet'): string {
  return cx(
    'flex min-h-11 items-center gap-2.5 text-start text-body text-ink-1',
    look === 'framed'
      ? 'field-frame w-full px-3.5 py-2'
      : 'rounded-md px-2.5 font-medium hover:bg-sunken data-hovered:bg-sunken pointer-fine:min-h-9',
  );
}

type SelectFaceProps = SelectProps & {
  readonly onPress: () => void;
  /** True from a pointer or key going down until no click can follow from it. */
  readonly onHeldChange: (isHeld: boolean) => void;
  readonly onFocusChange: (isFocused: boolean) => void;
};

function SelectFace(props: SelectFaceProps) {
  const { label, options, value, look = 'framed' } = props;
  const ids = { label: useId(), button: useId(), hint: useId(), message: useId() };
  const isInvalid = typeof props.error === 'string' && props.error !== '';
  const chosen = options.find((option) => option.id === value);
  const hold = useHold(props.onHeldChange);
  return (
    <div className={cx('flex flex-col gap-1.5', props.className)}>
      <span
        id={ids.label}
        className={props.isLabelHidden ? 'sr-only' : 'block text-small font-medium text-ink-2'}
      >
        {label}
      </span>
      {props.hint === undefined ? null : (
        <span id={ids.hint} className="block text-small text-ink-3">
          {props.hint}
        </span>
      )}
      <button
        type="button"
        id={ids.button}
        aria-labelledby={`${ids.button} ${ids.label}`}
        aria-describedby={`${ids.hint} ${ids.message}`}
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled={props.isDisabled ?? false}
        data-disabled={props.isDisabled || undefined}
        data-invalid={isInvalid || undefined}
        onClick={props.onPress}
        onPointerDown={hold}
        onKeyDown={hold}
        onFocus={() => props.onFocusChange(true)}
        onBlur={() => props.onFocusChange(false)}
        className={getSelectStyle(look)}
      >
        <span className={cx('min-w-0 grow wrap-anywhere', !chosen && 'text-ink-3')}>
          {chosen?.label ?? props.placeholder}
        </span>
        <ChevronDownIcon size={18} className="text-ink-3" />
      </button>
      {isInvalid ? (
        <span id={ids.message} className="flex items-start gap-1.5 text-small text-danger">
          <AlertIcon size={16} className="mt-0.5" />
          <span>{props.error}</span>
        </span>
      ) : null}
    </div>
  );
}

/** Returns the handler that starts a hold; the hold ends a moment after the release, wherever that happens. */
function useHold(onHeldChange: (isHeld: boolean) => void): () => void {
  const forget = useRef<() => void>(() => undefined);
  useEffect(() => () => forget.current(), []);
  return () => {
    forget.current();
    onHeldChange(true);
    const waiting = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    forget.current = () => {
      waiting.abort();
      clearTimeout(timer);
    };
    const release = () => {
      waiting.abort();
      timer = setTimeout(() => onHeldChange(false), clickWithinMs);
    };
    for (const event of ['pointerup', 'pointercancel', 'keyup'])
      window.addEventListener(event, release, { signal: waiting.signal });
  };
}
