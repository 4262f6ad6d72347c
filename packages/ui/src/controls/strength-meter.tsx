import { cx } from '../cx.ts';
import type { PasswordStrength } from '../format/password-strength.ts';

export type StrengthMeterProps = {
  /** null before anything is typed. */
  readonly strength: PasswordStrength | null;
  /** The whole sentence, announced when it changes: "Password strength: medium". */
  readonly label: string;
};

const filled: Record<PasswordStrength, number> = { weak: 1, medium: 2, strong: 3 };
const tones: Record<PasswordStrength, string> = { weak: 'bg-loss', medium: 'bg-warn', strong: 'bg-gain' };
const textTones: Record<PasswordStrength, string> = {
  weak: 'text-loss',
  medium: 'text-warn',
  strong: 'text-gain',
};

/** The password's strength as text and three bars. */
export function StrengthMeter({ strength, label }: StrengthMeterProps) {
  return (
    <div className="flex min-h-5 items-center">
      <div className="flex grow gap-1.5" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1 grow rounded-full transition-colors duration-120',
              strength && bar <= filled[strength] ? tones[strength] : 'bg-line',
            )}
          />
        ))}
      </div>
      <span
        aria-live="polite"
        className={cx('text-small', strength && 'ms-3', strength ? textTones[strength] : 'text-ink-3')}
      >
        {strength ? label : ''}
      </span>
    </div>
  );
}
