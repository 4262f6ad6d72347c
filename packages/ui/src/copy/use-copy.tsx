import { useEffect, useRef, useState } from 'react';
import { notify } from '../feedback/notify.ts';
import { CheckIcon, CopyIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';

const shownMs = 2000;

/**
 * Copies a text and confirms it. If the browser refuses, the text is shown selected.
 *
 * @param what  the copied item, for the message: "USDT address"
 * @returns the icon of the button, and the content to render next to it: the message, and the text after a refusal
 */
export function useCopy(value: string, what: string) {
  const texts = useUiTexts();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const fallback = useRef<HTMLInputElement>(null);
  const isCopied = state === 'copied';

  useEffect(() => {
    if (state === 'refused') fallback.current?.select();
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      notify.success(texts.copiedToClipboard(what));
    } catch {
      // Refused by the browser or the customer: the text is offered for manual copying instead.
      setState('refused');
    }
  }

  return {
    copy,
    isCopied,
    icon: isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />,
    outcome: (
      <>
        <span role="status" className="sr-only">
          {isCopied ? texts.copiedToClipboard(what) : ''}
        </span>
        {state === 'refused' ? (
          <span className="mt-2 flex w-full flex-col gap-1.5 text-small text-warn">
            <span role="alert">{texts.copyRefused}</span>
            <input
              ref={fallback}
              readOnly
              value={value}
              aria-label={what}
              className="w-full rounded-md border border-line-strong bg-surface px-3 py-2 font-mono text-small text-ink-1"
            />
          </span>
        ) : null}
      </>
    ),
  };
}
