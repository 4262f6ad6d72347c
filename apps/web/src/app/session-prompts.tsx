import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import {
  codePromptEnded,
  reauthenticationDeclined,
  selectPrompt,
  sessionKept,
  signedOut,
} from '../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/store.ts';

/** The dialogs of a session that is dead or about to end. They are loaded on first use and stay mounted. */
export function SessionPrompts() {
  const dispatch = useAppDispatch();
  const prompt = useAppSelector(selectPrompt);
  const [Dialogs, setDialogs] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (prompt === null || Dialogs !== null) return;
    loadDialogs().then(
      (Loaded) => setDialogs(() => Loaded),
      // Without the dialog the call fails, the session ends without a warning, or the page gives way to sign-in.
      () => dispatch(withoutDialog[prompt]()),
    );
  }, [prompt, Dialogs, dispatch]);

  return Dialogs === null ? null : <Dialogs />;
}

const withoutDialog = {
  reauthentication: reauthenticationDeclined,
  code: codePromptEnded,
  stay: sessionKept,
  signIn: () => signedOut('server'),
};

async function loadDialogs(): Promise<ComponentType> {
  const [{ SessionDialogs }] = await Promise.all([
    import('../features/session-prompts/session-dialogs.tsx'),
    loadTexts('session-prompts'),
  ]);
  return SessionDialogs;
}
