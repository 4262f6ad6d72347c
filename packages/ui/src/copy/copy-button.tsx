import { Button } from '../controls/button.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import { useCopy } from './use-copy.tsx';

export type CopyButtonProps = {
  readonly value: string;
  /** The copied item, for the message: "USDT address". */
  readonly what: string;
  /** The text of the button: "Copy address". */
  readonly label: string;
  readonly isFullWidth?: boolean | undefined;
};

/** Copies a text and confirms it. */
export function CopyButton({ value, what, label, isFullWidth = false }: CopyButtonProps) {
  const texts = useUiTexts();
  const { copy, isCopied, icon, outcome } = useCopy(value, what);
  return (
    <>
      <Button variant="quiet" icon={icon} isFullWidth={isFullWidth} onPress={() => void copy()}>
        {isCopied ? texts.copied : label}
      </Button>
      {outcome}
    </>
  );
}
