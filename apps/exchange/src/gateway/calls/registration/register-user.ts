import {
  withAliases,
  integerField,
  listField,
  objectField,
  required,
  secretField,
  shape,
  textField,
} from '@salar/protocol/wire';
import type { RegisterRefusal } from '@salar/services/sign-in/registration-service';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const registerUser = publicCall({
  name: 'RegisterUser',
  aliases: ['RegisterNewUser'],
  input: {
    UserInfo: required(
      objectField({
        UserName: required(textField(254)),
        Email: required(textField(254)),
        PasswordHash: required(withAliases(secretField(1024), 'Password')),
      }),
    ),
    UserConfig: listField(
      objectField({ Key: required(withAliases(textField(64), 'Name')), Value: required(textField(256)) }),
    ),
    AffiliateTag: textField(256),
    OperatorId: integerField(),
  },
  output: shape.object({ UserId: shape.integer }),
  rate: 'register',
  about:
    'Registers a customer and mails a link that verifies the address, which opens the account. `PasswordHash` is the plain password, despite its name.',
  example: {
    input: {
      UserInfo: { UserName: 'maria', Email: 'maria@example.com', PasswordHash: '...' },
      OperatorId: 1,
    },
    output: { UserId: 17 },
  },
  async run({ services, request }, { UserInfo, UserConfig }) {
    const result = await services.authentication.registration.register({
      userName: UserInfo.UserName,
      email: UserInfo.Email,
      password: UserInfo.PasswordHash,
      config: (UserConfig ?? []).map(({ Key, Value }) => ({ key: Key, value: Value })),
      requestIp: request.ip,
    });
    return result.ok ? { UserId: result.value.userId } : refusals[result.refusal];
  },
});

const refusals: Readonly<Record<RegisterRefusal, CallRefusal>> = {
  email_malformed: refuseCall('invalidRequest', 'Invalid Email'),
  user_name_too_short: refuseCall('invalidRequest', 'UserName must have at least 3 characters'),
  user_name_too_long: refuseCall('invalidRequest', 'UserName must have at most 40 characters'),
  user_name_characters: refuseCall(
    'invalidRequest',
    'UserName may hold letters, digits, spaces, dots, hyphens and underscores',
  ),
  user_name_mixes_scripts: refuseCall('invalidRequest', 'UserName must be written in one alphabet'),
  user_name_reserved: refuseCall('invalidRequest', 'UserName is reserved'),
  password_too_short: refuseCall('invalidRequest', 'Password must have at least 6 characters'),
  password_too_long: refuseCall('invalidRequest', 'Password must have at most 256 bytes'),
  password_is_user_name: refuseCall('invalidRequest', 'Password must not be your user name or e-mail'),
  password_is_product_word: refuseCall('invalidRequest', 'Password must not be a word of this product'),
  password_too_common: refuseCall('invalidRequest', 'Password is too common'),
  config_key_refused: refuseCall('invalidRequest', 'Invalid UserConfig'),
  config_too_large: refuseCall('invalidRequest', 'Invalid UserConfig'),
  user_name_taken: refuseCall('operationFailed', null, 'Username already exists.'),
  email_taken: refuseCall('operationFailed', null, 'User Email already exists.'),
};

/** The reasons for refusing a password, also used by the call that sets a new one. */
export const passwordRefusals = refusals;
