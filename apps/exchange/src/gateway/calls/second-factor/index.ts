import type { Chapter } from '../../chapter.ts';
import { authenticate2fa } from './authenticate-2fa.ts';
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts';
import { authenticatePasskey } from './authenticate-passkey.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { enableGoogle2fa } from './enable-google-2fa.ts';
import { disable2fa } from './disable-2fa.ts';
import { createRecoveryCodes } from './create-recovery-codes.ts';
import { cancelSecondFactorReset } from './cancel-second-factor-reset.ts';
import { validate2fa } from './validate-2fa.ts';
import { getValidate2faRequiredEndpoints } from './get-validate-2fa-required-endpoints.ts';
import { beginPasskey } from './begin-passkey.ts';
import { addPasskey } from './add-passkey.ts';
import { getPasskeys } from './get-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';

export const secondFactorChapter: Chapter = {
  id: 'second-factor',
  title: 'Second factor and passkeys',
  about: 'Authenticator app codes, recovery codes and passkeys.',
  calls: [
    authenticate2fa,
    beginPasskeySignIn,
    authenticatePasskey,
    getSecondFactor,
    enableGoogle2fa,
    disable2fa,
    createRecoveryCodes,
    cancelSecondFactorReset,
    validate2fa,
    getValidate2faRequiredEndpoints,
    beginPasskey,
    addPasskey,
    getPasskeys,
    removePasskey,
  ],
};
