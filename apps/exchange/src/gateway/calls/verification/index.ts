import type { Chapter } from '../../chapter.ts';
import { getVerificationLevelConfig } from './get-verification-level-config.ts';
import { getInstrumentVerificationLevelConfig } from './get-instrument-verification-level-config.ts';
import { getUserVerificationLevel } from './get-user-verification-level.ts';
import { getKycLevels } from './get-kyc-levels.ts';
import { createAccessToken } from './create-access-token.ts';
import { getLevelRequest } from './get-level-request.ts';
import { saveLevelRequest } from './save-level-request.ts';
import { submitLevelRequest } from './submit-level-request.ts';
import { removeLevelDocument } from './remove-level-document.ts';
import { validateBrazil } from './validate-brazil.ts';
import { getBrazilValidation } from './get-brazil-validation.ts';
import { confirmAccountLink } from './confirm-account-link.ts';
import { getAccountLink } from './get-account-link.ts';

export const verificationChapter: Chapter = {
  id: 'verification',
  title: 'Verification and limits',
  about: 'The verification level of a customer, what each level allows, and how to reach the next one.',
  calls: [
    getVerificationLevelConfig,
    getInstrumentVerificationLevelConfig,
    getUserVerificationLevel,
    getKycLevels,
    createAccessToken,
    getLevelRequest,
    saveLevelRequest,
    submitLevelRequest,
    removeLevelDocument,
    validateBrazil,
    getBrazilValidation,
    confirmAccountLink,
    getAccountLink,
  ],
};
