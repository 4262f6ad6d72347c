/** The actions on a key. The four dialogs are loaded together, after the page is drawn. */
import type { ApiKey } from '../../api/records/api-key.ts';

export { AddressesDialog } from './addresses-dialog.tsx';
export { DeleteKeyDialog } from './delete-key-dialog.tsx';
export { LimitDialog } from './limit-dialog.tsx';
export { PermissionsDialog } from './permissions-dialog.tsx';

export type KeyAction = 'addresses' | 'permissions' | 'limit' | 'delete';

export type KeyDialogProps = {
  readonly userId: number;
  /** The key as the list has it now; null while the dialog is closed. */
  readonly subject: ApiKey | null;
  readonly onClose: () => void;
};
