import { configEntryShape, shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

export const unmaskUserConfig = sessionCall({
  name: 'UnmaskUserConfig',
  aliases: ['GetAllUnredactedUserConfigsForUser'],
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(configEntryShape),
  rate: 'read',
  about: 'The user config with its values.',
  example: { input: { UserId: 17 }, output: [{ Key: 'Language', Value: 'ES' }] },
  async run({ services, user }) {
    const entries = await services.accounts.userConfig.read(user.userId);
    return entries.map(({ key, value }) => ({ Key: key, Value: value }));
  },
});
