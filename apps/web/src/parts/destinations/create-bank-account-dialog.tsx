import { lazyView } from '@salar/ui';

export type CreateBankAccountDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly accountId: number;
  /** The currency, when it is already known; null or absent: the customer chooses. */
  readonly productId?: number | null | undefined;
  /** The preselected method among several that pay out the currency. */
  readonly providerId?: number | null | undefined;
  /** Toast of success; by default "Bank account added successfully". */
  readonly successText?: string | undefined;
  /** Called before the dialog closes. */
  readonly onCreated?: ((created: CreatedDestination) => void) | undefined;
};

export type CreatedDestination = {
  readonly infoId: string;
  readonly productId: number;
  readonly providerId: number;
};

const view = lazyView<CreateBankAccountDialogProps>(
  async () => (await import('./create-bank-account-view.tsx')).CreateBankAccountView,
);

/** Saves a bank account as a destination. Its code loads when it is first opened. */
export function CreateBankAccountDialog(props: CreateBankAccountDialogProps) {
  const View = view.use(props.isOpen);
  return View ? <View {...props} /> : null;
}
