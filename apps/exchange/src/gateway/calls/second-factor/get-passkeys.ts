import { shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { sessionCall } from './chapter-calls.ts';

const { list, nullable, object, text } = shape;

export const getPasskeys = sessionCall({
  name: 'GetPasskeys',
  permissions: [],
  input: {},
  output: list(
    object({
      PasskeyId: text,
      Name: text,
      CreatedAt: text,
      LastUsedAt: nullable(text),
      CountsFrom: nullable(text),
    }),
  ),
  rate: 'read',
  about:
    'The passkeys that can sign in, oldest first. From `CountsFrom` on, one raises the automatic limits of the withdrawals that it signs; null: not yet known.',
  example: {
    input: {},
    output: [
      {
        PasskeyId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
        Name: 'Phone',
        CreatedAt: '2026-05-04T12:00:00.000Z',
        LastUsedAt: null,
        CountsFrom: '2026-05-05T12:00:00.000Z',
      },
    ],
  },
  async run({ services, user }) {
    const passkeys = await services.authentication.passkeys.list(user.userId);
    return passkeys.map(({ passkeyId, name, createdAt, lastUsedAt, countsFrom }) => ({
      PasskeyId: passkeyId,
      Name: name,
      CreatedAt: formatIso(createdAt),
      LastUsedAt: lastUsedAt === null ? null : formatIso(lastUsedAt),
      CountsFrom: countsFrom === null ? null : formatIso(countsFrom),
    }));
  },
});
