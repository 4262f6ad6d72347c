import type { Chapter } from '../../chapter.ts';
import { getUserPermissions } from './get-user-permissions.ts';
import { getUserApiKeys } from './get-user-api-keys.ts';
import { addUserApiKey } from './add-user-api-key.ts';
import { updateUserApiKeyWhitelist } from './update-user-api-key-whitelist.ts';
import { updateUserApiKeyDailyNotional } from './update-user-api-key-daily-notional.ts';
import { addUserApiKeyPermission } from './add-user-api-key-permission.ts';
import { removeUserApiKeyPermission } from './remove-user-api-key-permission.ts';
import { removeUserApiKey } from './remove-user-api-key.ts';

export const apiKeysChapter: Chapter = {
  id: 'api-keys',
  title: 'API keys',
  about: 'Credentials for programs. Only the customer in person creates and changes keys.',
  calls: [
    getUserPermissions,
    getUserApiKeys,
    addUserApiKey,
    updateUserApiKeyWhitelist,
    updateUserApiKeyDailyNotional,
    addUserApiKeyPermission,
    removeUserApiKeyPermission,
    removeUserApiKey,
  ],
};
