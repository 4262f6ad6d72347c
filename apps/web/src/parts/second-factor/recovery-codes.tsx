import { Button, Checkbox, CopyButton, ExportIcon, InlineNotice } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saveTextFile } from '../../lib/save-text-file.ts';

export type RecoveryCodesProps = {
  readonly codes: readonly string[];
  /** The owner of the codes, for the file name. */
  readonly userName: string;
  /** Called when the customer confirms that the codes are saved. */
  readonly onKept: () => void;
};

/** The codes, shown only once, with ways to save them. Continuing requires a confirmation that they are saved. */
export function RecoveryCodes({ codes, userName, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const text = codes.join('\n');

  // The code field is gone, and the focus with it.
  useEffect(() => top.current?.focus(), []);

  function save() {
    saveTextFile(`${t('second-factor.codes.file', { userName })}\n\n${text}\n`, {
      name: `salar-recovery-codes-${userName}.txt`,
      type: 'text/plain;charset=utf-8',
    });
  }

  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <InlineNotice tone="warn">{t('second-factor.codes.once')}</InlineNotice>
      <ol
        aria-label={t('second-factor.codes.label')}
        className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,34%),1fr))] gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3.5 text-center font-mono text-body text-ink-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyButton
          value={text}
          what={t('second-factor.codes.copied')}
          label={t('second-factor.codes.copy')}
          isFullWidth
        />
        <Button variant="quiet" isFullWidth icon={<ExportIcon size={18} />} onPress={save}>
          {t('second-factor.codes.save')}
        </Button>
      </div>
      <Checkbox
        isSelected={isKept}
        onChange={setIsKept}
        error={isAsked && !isKept ? t('second-factor.codes.keepFirst') : null}
      >
        {t('second-factor.codes.kept')}
      </Checkbox>
      <Button isFullWidth onPress={() => (isKept ? onKept() : setIsAsked(true))}>
        {t('second-factor.codes.done')}
      </Button>
    </div>
  );
}
