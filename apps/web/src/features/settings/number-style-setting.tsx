import { Card, RadioCards, spellOutAmount, formatDecimal, useNumberFormat, useUiTexts } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSetUserConfigMutation } from '../../api/calls/accounts/set-user-config.ts';
import { selectUserId } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { chooseNumberStyle, numberStyleConfigKey, toNumberStyle } from '../../i18n/number-style.ts';

const example = '1000.5';

/** The choice between 1,234.56 and 1.234,56. It applies at once to the whole app and is saved with the account. */
export function NumberStyleSetting() {
  const { t } = useTranslation();
  const { language } = useUiTexts();
  const { style, isHabit } = useNumberFormat();
  const userId = useAppSelector(selectUserId);
  const [setUserConfig] = useSetUserConfigMutation();

  function choose(name: string) {
    const chosen = toNumberStyle(name);
    if (chosen === null) return;
    chooseNumberStyle(chosen);
    // A failure changes nothing on screen: this browser keeps the choice.
    if (userId !== null) void setUserConfig({ userId, config: { [numberStyleConfigKey]: chosen } });
  }

  return (
    <Card title={t('settings.numbers.title')}>
      <div className="flex flex-col gap-4">
        <RadioCards
          label={t('settings.numbers.label')}
          options={[
            { value: 'point', label: '1,234.56', description: t('settings.numbers.point') },
            { value: 'comma', label: '1.234,56', description: t('settings.numbers.comma') },
          ]}
          // Shown as chosen only when the customer chose it: until then an ambiguous amount is clarified.
          value={isHabit ? style : null}
          onChange={choose}
        />
        <p className="text-small text-ink-2" aria-live="polite">
          {t('settings.numbers.meaning', {
            example: formatDecimal(example),
            words: spellOutAmount(example, { language, unit: language === 'pt' ? 'BRL' : 'COP', style }),
          })}
          {isHabit ? null : ` ${t('settings.numbers.undecided')}`}
        </p>
      </div>
    </Card>
  );
}
