import { configEntryShape, required, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const getUnredactedUserConfigByKey = sessionCall({
  name: 'GetUnredactedUserConfigByKey',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: { Key: required(textField(64)) },
  output: configEntryShape,
  rate: 'read',
  about: 'One entry of the user config with its value. A missing key is error 102, as clients expect.',
  example: { input: { UserId: 17, Key: 'Language' }, output: { Key: 'Language', Value: 'ES' } },
  async run({ services, user }, { Key }) {
    const entries = await services.accounts.userConfig.read(user.userId);
    const found = entries.find(({ key }) => key === Key);
    return found ? { Key: found.key, Value: found.value } : refuseCall('serverError', 'Key not found');
  },
});
