import { withAliases, genericShape, listField, objectField, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const setUserConfig = sessionCall({
  name: 'SetUserConfig',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {
    Config: required(
      listField(
        objectField({ Key: required(withAliases(textField(64), 'Name')), Value: required(textField(256)) }),
      ),
    ),
  },
  output: genericShape,
  rate: 'read',
  about:
    'Sets keys of the user config and keeps the others. Keys of the second factor and of verification are refused.',
  example: {
    input: { UserId: 17, Config: [{ Key: 'Language', Value: 'ES' }] },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, user }, { Config }) {
    const entries = Config.map(({ Key, Value }) => ({ key: Key, value: Value }));
    const result = await services.accounts.userConfig.write(user.userId, entries);
    return result.ok ? done : refuseCall('invalidRequest', 'Invalid Config');
  },
});
