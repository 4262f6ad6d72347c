/** Sumsub as identity provider: creates its widget's tokens. Results of checks arrive through `SumsubWebhooks`. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type {
  IdentityProvider,
  IdentityToken,
  IdentityTokenRefusal,
  IdentityTokenRequest,
} from '@salar/services/ports/identity-provider';
import type { Log } from '@salar/services/ports/log';
import { SumsubUnavailable } from './sumsub-client.ts';
import type { SumsubClient } from './sumsub-client.ts';
import { toExternalUserId } from './sumsub-settings.ts';
import type { SumsubSettings } from './sumsub-settings.ts';

export class SumsubIdentity implements IdentityProvider {
  readonly #client: SumsubClient;
  readonly #settings: Pick<SumsubSettings, 'levels' | 'widgetOrigin'>;
  readonly #log: Log;

  constructor(options: {
    readonly client: SumsubClient;
    readonly settings: Pick<SumsubSettings, 'levels' | 'widgetOrigin'>;
    readonly log: Log;
  }) {
    this.#client = options.client;
    this.#settings = options.settings;
    this.#log = options.log;
  }

  async createToken({
    userId,
    email,
    level,
    ttlSeconds,
  }: IdentityTokenRequest): Promise<Result<IdentityToken, IdentityTokenRefusal>> {
    const { levels, widgetOrigin } = this.#settings;
    const levelName = levels.get(level);
    if (levelName === undefined) return refuse('level_not_offered');
    try {
      const externalUserId = toExternalUserId(userId);
      const token = await this.#client.createToken({ externalUserId, email, levelName, ttlSeconds });
      return accept({
        token,
        provider: 'sumsub',
        ...(widgetOrigin !== null && { widgetUrl: widgetOrigin }),
      });
    } catch (error) {
      if (!(error instanceof SumsubUnavailable)) throw error;
      this.#log.warn(
        { userId, level, code: error.code },
        'the token request to the identity provider failed',
      );
      return refuse('provider_unavailable');
    }
  }
}
