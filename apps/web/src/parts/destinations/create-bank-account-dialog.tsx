import { lazyView } from '@salar/ui';

export type CreateBankAccountDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly accountId: number;
  /** The currency, when it is known already; null or left out: the customer chooses. */
  readonly productId?: number | null | undefined;
  /** Among several ways to pay out the currency the one that is offered first. */
  readonly providerId?: number | null | undefined;
  /** Toast of success; left out: "Bank account added successfully". */
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

/** Saves a bank account as a destination. Its code arrives when it is first opened. */
export function CreateBankAccountDialog(props: CreateBankAccountDialogProps) {
  const View = view.use(props.isOpen);
  return View ? <View {...props} /> : null;
}
