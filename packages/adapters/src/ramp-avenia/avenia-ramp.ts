/** Avenia as the provider that checks customers in Brazil: each of them is one of our sub-accounts there. */
import { millis } from '@salar/protocol';
import { RampRefused, RampUnavailable } from '@salar/services/ports/ramp-provider';
import type { RampAttempt, RampProvider, StartedAttempt } from '@salar/services/ports/ramp-provider';
import { z } from 'zod';
import type { AveniaHttp } from './avenia-http.ts';
import { attemptSchema, optionalText, readAnswer, readList, requiredText } from './avenia-records.ts';

/** How long the provider's hosted form stays open. */
const hostedLifeMs = 86_400_000;
const pagesMax = 200;

const idSchema = z.object({ id: requiredText });
const subAccountSchema = z.object({
  id: optionalText,
  name: optionalText,
  accountInfo: z.object({ name: optionalText }).nullish().catch(null),
});
// The provider's documentation is inconsistent about the name of the link.
const hostedSchema = z
  .object({ attemptId: requiredText, kycUrl: optionalText, url: optionalText })
  .refine(({ kycUrl, url }) => (kycUrl ?? url) !== null, { path: ['url'] })
  .transform(({ attemptId, kycUrl, url }) => ({ attemptId, url: kycUrl ?? url ?? '' }));
const cursorSchema = z.object({ cursor: optionalText });

export class AveniaRamp implements RampProvider {
  readonly isStandIn: boolean;
  readonly #http: AveniaHttp;
  readonly #now: () => number;

  constructor(options: {
    readonly http: AveniaHttp;
    /** True when the provider is `avenia-sandbox`. */
    readonly isStandIn: boolean;
    readonly now?: () => number;
  }) {
    this.#http = options.http;
    this.isStandIn = options.isStandIn;
    this.#now = options.now ?? Date.now;
  }

  async createSubAccount(name: string): Promise<string> {
    const body = { accountType: 'INDIVIDUAL', name };
    const answer = await this.#http.send({ method: 'POST', path: '/v2/account/sub-accounts', body });
    return readAnswer(idSchema, answer, 'sub-account').id;
  }

  async findSubAccount(name: string): Promise<string | null> {
    const found = await this.#find(
      { path: '/v2/account/sub-accounts', name: 'subAccounts', schema: subAccountSchema },
      (one) => (one.name ?? one.accountInfo?.name) === name,
    );
    return found === null ? null : readAnswer(idSchema, found, 'sub-account').id;
  }

  async startHosted(request: {
    readonly subAccountId: string;
    readonly redirectUrl: string;
  }): Promise<StartedAttempt> {
    const { subAccountId, redirectUrl } = request;
    const path = `/v2/kyc/new-level-1/web-sdk?${of(subAccountId)}`;
    const answer = await this.#http.send({ method: 'POST', path, body: { redirectUrl } });
    const { attemptId, url } = readAnswer(hostedSchema, answer, 'attempt');
    if (!this.#isSafe(url)) throw new RampUnavailable('the link of the hosted form is not a safe address');
    return {
      attemptId,
      hosted: { url, until: millis(this.#now() + hostedLifeMs) },
    };
  }

  async startShared(request: {
    readonly subAccountId: string;
    readonly importToken: string;
  }): Promise<StartedAttempt> {
    const { subAccountId, importToken } = request;
    // The slash before the query is the provider's.
    const path = `/v2/kyc/import-token/?${of(subAccountId)}`;
    try {
      const answer = await this.#http.send({ method: 'POST', path, body: { importToken } });
      return { attemptId: readAnswer(idSchema, answer, 'attempt').id, hosted: null };
    } catch (error) {
      // Here 401 means that sharing is not switched on for our account.
      if (error instanceof RampUnavailable && error.cause === 401)
        throw new RampRefused('sharing of documents is not switched on for our account', { cause: error });
      throw error;
    }
  }

  async attempts(subAccountId: string): Promise<readonly RampAttempt[]> {
    const answer = await this.#http.read(`/v2/kyc/attempts?${of(subAccountId)}`);
    const attempts = readList(attemptSchema, answer, 'attempts');
    return attempts.toSorted((one, other) => other.updatedAt - one.updatedAt);
  }

  /** Returns the first matching record of a list, page after page. */
  async #find<T>(
    { path, name, schema }: { readonly path: string; readonly name: string; readonly schema: z.ZodType<T> },
    fits: (record: T) => boolean,
  ): Promise<T | null> {
    let cursor: string | null = null;
    for (let page = 0; page < pagesMax; page += 1) {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const answer = await this.#http.read(path + query);
      const found = readList(schema, answer, name).find(fits);
      if (found) return found;
      cursor = cursorSchema.safeParse(answer).data?.cursor ?? null;
      if (cursor === null) return null;
    }
    throw new RampUnavailable(`the provider's list of ${name} does not end`);
  }

  #isSafe(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol } = new URL(url);
    return protocol === 'https:' || (this.isStandIn && protocol === 'http:');
  }
}

function of(subAccountId: string): string {
  return `subAccountId=${encodeURIComponent(subAccountId)}`;
}
