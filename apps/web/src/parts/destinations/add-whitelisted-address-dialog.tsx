import { lazyView } from '@salar/ui';
import type { TemplateType } from '../../api/records/template-type.ts';
import type { CreatedDestination } from './create-bank-account-dialog.tsx';

export type AddWhitelistedAddressDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
  /** The wallet networks on which the product can be withdrawn. */
  readonly networks: readonly TemplateType[];
  /** The preselected network; by default the first one. */
  readonly providerId?: number | null | undefined;
  /** An address that was typed before. */
  readonly address?: string | undefined;
  /** Called before the dialog closes. The comment belongs to the current withdrawal: destinations store none. */
  readonly onCreated?: ((created: CreatedDestination & { readonly comment: string }) => void) | undefined;
};

const view = lazyView<AddWhitelistedAddressDialogProps>(
  async () => (await import('./add-whitelisted-address-view.tsx')).AddWhitelistedAddressView,
);

/** Saves a wallet address as a destination. Its code loads when it is first opened. */
export function AddWhitelistedAddressDialog(props: AddWhitelistedAddressDialogProps) {
  const View = view.use(props.isOpen);
  return View ? <View {...props} /> : null;
}
