/** What can be done to a key; the three dialogs arrive together, after the page stands. */
import type { ApiKey } from '../../api/records/api-key.ts';

export { AddressesDialog } from './addresses-dialog.tsx';
export { DeleteKeyDialog } from './delete-key-dialog.tsx';
export { PermissionsDialog } from './permissions-dialog.tsx';

export type KeyAction = 'addresses' | 'permissions' | 'delete';

export type KeyDialogProps = {
  readonly userId: number;
  /** As the list has it now; null while the dialog is closed. */
  readonly subject: ApiKey | null;
  readonly onClose: () => void;
};
