import { selectUser } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { RecoveryCodes } from '../../parts/second-factor/recovery-codes.tsx';

/** The signed-in customer's new recovery codes. */
export function SaveCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  const user = useAppSelector(selectUser);
  return <RecoveryCodes codes={codes} userName={user?.userName ?? ''} onKept={onKept} />;
}
