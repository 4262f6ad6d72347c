import { IconButton } from '../controls/icon-button.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import type { CopyButtonProps } from './copy-button.tsx';
import { useCopy } from './use-copy.tsx';

/** `CopyButton` as an icon, next to the text that it copies. */
export function CopyIconButton({ value, what, label }: Omit<CopyButtonProps, 'isFullWidth'>) {
  const texts = useUiTexts();
  const { copy, isCopied, icon, outcome } = useCopy(value, what);
  return (
    <>
      <IconButton label={isCopied ? texts.copied : label} icon={icon} onPress={() => void copy()} />
      {outcome}
    </>
  );
}
