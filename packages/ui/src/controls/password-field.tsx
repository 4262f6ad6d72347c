import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { LockIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'icon' | 'autoComplete'> & {
  /** The kind of password, for the password manager. */
  readonly autoComplete: 'current-password' | 'new-password';
};

/** A password with a text button that reveals it. Pasting and password managers always work. */
export function PasswordField(props: PasswordFieldProps) {
  const texts = useUiTexts();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      icon={<LockIcon />}
      trailing={
        <AriaButton
          onPress={() => setIsShown(!isShown)}
          className="-my-px -me-2 min-h-11 shrink-0 pointer-fine:min-h-9 rounded-sm px-2 text-small font-semibold text-accent-ink data-hovered:bg-sunken"
        >
          {isShown ? texts.hidePassword : texts.showPassword}
          <span className="sr-only">: {props.label}</span>
        </AriaButton>
      }
    />
  );
}
