import type { PendingSignIn } from '../../app/session-slice.ts';
import { CodePanel } from './code-panel.tsx';
import type { CodePanelProps } from './code-panel.tsx';
import { EnrolmentPanel } from './enrolment-panel.tsx';

export type SecondStepProps = Omit<CodePanelProps, 'pending2FaToken'> & { readonly pending: PendingSignIn };

/** What a sign-in whose password was right still waits for. */
export function SecondStep({ pending: { token, step, userName }, ...props }: SecondStepProps) {
  return step === 'code' ? (
    <CodePanel pending2FaToken={token} {...props} />
  ) : (
    <EnrolmentPanel pending2FaToken={token} userName={userName} {...props} />
  );
}
