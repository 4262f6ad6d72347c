import { Spinner, lazyView } from '@salar/ui';
import type { PendingSignIn } from '../../session/session-slice.ts';
import type { CodePanelProps } from './code-panel.tsx';
import type { EnrolmentPanelProps } from './enrolment-panel.tsx';

export type SecondStepProps = Omit<CodePanelProps, 'pending2FaToken'> & { readonly pending: PendingSignIn };

const codePanel = lazyView<CodePanelProps>(async () => (await import('./code-panel.tsx')).CodePanel);
const enrolmentPanel = lazyView<EnrolmentPanelProps>(
  async () => (await import('./enrolment-panel.tsx')).EnrolmentPanel,
);

/** The second step of a sign-in whose password was right. Its code loads while the password is typed. */
export function SecondStep({ pending: { token, step, userName }, ...props }: SecondStepProps) {
  const CodePanel = codePanel.use(step === 'code');
  const EnrolmentPanel = enrolmentPanel.use(step === 'enrolment');
  if (step === 'code') return CodePanel ? <CodePanel pending2FaToken={token} {...props} /> : <OnItsWay />;
  return EnrolmentPanel ? (
    <EnrolmentPanel pending2FaToken={token} userName={userName} {...props} />
  ) : (
    <OnItsWay />
  );
}

function OnItsWay() {
  return <Spinner className="size-8 mx-auto text-accent" />;
}
