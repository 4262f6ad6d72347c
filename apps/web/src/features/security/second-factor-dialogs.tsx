import type { SecondFactorSetUp } from '../../api/calls/sign-in/enable-google-2fa.ts';
import type { ApiError } from '../../api/failure.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';

export type SecondFactorDialogsProps = {
  readonly opened: 'enable' | 'disable' | 'new-codes' | null;
  /** The secret to enable with; undefined while loading and when it failed to load. */
  readonly setUp: SecondFactorSetUp | undefined;
  readonly failure: ApiError | undefined;
  readonly isLoading: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** The dialogs that change the second factor. */
export function SecondFactorDialogs({ opened, onClose, ...setUp }: SecondFactorDialogsProps) {
  return (
    <>
      <EnableDialog isOpen={opened === 'enable'} onClose={onClose} {...setUp} />
      <DisableDialog isOpen={opened === 'disable'} onClose={onClose} />
      <NewCodesDialog isOpen={opened === 'new-codes'} onClose={onClose} />
    </>
  );
}
