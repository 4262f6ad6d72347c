import { Button, InlineNotice, KeyIcon } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { usePasskey } from './use-passkey.ts';

export type PasskeyStepProps = {
  readonly label: string;
  readonly whose: Parameters<ReturnType<typeof usePasskey>>[0];
  /** Tries the browser's signature. Returns the problem to show, or null on success. */
  readonly onAssertion: (assertion: PasskeyAssertion) => Promise<MessageFactory | null>;
};

/** Uses a passkey instead of typing. */
export function PasskeyStep({ label, whose, onAssertion }: PasskeyStepProps) {
  const { t } = useTranslation();
  const askPasskey = usePasskey();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useLocalizedMessage();

  async function press() {
    setIsBusy(true);
    setProblem(null);
    const use = await askPasskey(whose);
    setProblem(use.isSigned ? await onAssertion(use.assertion) : use.reason);
    setIsBusy(false);
  }

  return (
    <div className="flex flex-col gap-3">
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      <Button
        variant="quiet"
        isFullWidth
        icon={<KeyIcon size={18} />}
        isLoading={isBusy}
        loadingText={t('common.processing')}
        onPress={() => void press()}
      >
        {label}
      </Button>
    </div>
  );
}
