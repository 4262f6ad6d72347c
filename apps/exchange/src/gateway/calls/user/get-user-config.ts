import { configEntryShape, shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

export const getUserConfig = sessionCall({
  name: 'GetUserConfig',
  permissions: ['Trading'],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(configEntryShape),
  rate: 'read',
  about: 'The keys of the user config; every value is masked by eight stars.',
  example: { input: { UserId: 17 }, output: [{ Key: 'Language', Value: '********' }] },
  async run({ services, user }) {
    const entries = await services.accounts.userConfig.read(user.userId);
    return entries.map(({ key }) => ({ Key: key, Value: '********' }));
  },
});
