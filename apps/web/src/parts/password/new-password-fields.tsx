import { PasswordField, StrengthMeter } from '@salar/ui';
import type { NewPassword } from './use-new-password.ts';

export type NewPasswordFieldsProps = {
  readonly newPassword: NewPassword;
  readonly label: string;
  readonly repeatedLabel: string;
};

/** The fields of a form for a new password with its strength, and for its repetition. */
export function NewPasswordFields({ newPassword, label, repeatedLabel }: NewPasswordFieldsProps) {
  const { password, setPassword, error, strength, strengthLabel, input } = newPassword;
  const { repeated, setRepeated, repeatedError } = newPassword;
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          label={label}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={error}
          inputRef={input}
          isRequired
        />
        {/* An error takes the line of the strength meter, which screen readers can still read. */}
        <div className={error ? 'sr-only' : undefined}>
          <StrengthMeter strength={strength} label={strengthLabel} />
        </div>
      </div>
      <PasswordField
        label={repeatedLabel}
        name="confirmPassword"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={repeatedError}
        isRequired
      />
    </>
  );
}
