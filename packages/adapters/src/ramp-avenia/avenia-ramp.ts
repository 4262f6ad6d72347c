/** Avenia as the provider that checks customers in Brazil: each of them is one of our sub-accounts there. */
import { millis } from '@salar/protocol';
import { RampRefused, RampUnavailable } from '@salar/services/ports/ramp-provider';
import type { RampAttempt, RampProvider, StartedAttempt } from '@salar/services/ports/ramp-provider';
import type { AveniaHttp } from './avenia-http.ts';
import { readAttempt, isRecord, readList, readOptionalText, readRecord, readText } from './avenia-records.ts';
import type { AveniaRecord } from './avenia-records.ts';

/** How long the provider's hosted form stays open. */
const hostedLifeMs = 86_400_000;
const pagesMax = 200;

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
    return readText(readRecord(answer, 'sub-account'), 'id');
  }

  async findSubAccount(name: string): Promise<string | null> {
    const found = await this.#find(
      '/v2/account/sub-accounts',
      'subAccounts',
      (one) => readName(one) === name,
    );
    return found === null ? null : readText(found, 'id');
  }

  async startHosted(request: {
    readonly subAccountId: string;
    readonly redirectUrl: string;
  }): Promise<StartedAttempt> {
    const { subAccountId, redirectUrl } = request;
    const path = `/v2/kyc/new-level-1/web-sdk?${of(subAccountId)}`;
    const answer = readRecord(
      await this.#http.send({ method: 'POST', path, body: { redirectUrl } }),
      'attempt',
    );
    // The provider's documentation is inconsistent about the name of this field.
    const url = readOptionalText(answer, 'kycUrl') ?? readText(answer, 'url');
    if (!this.#isSafe(url)) throw new RampUnavailable('the link of the hosted form is not a safe address');
    return {
      attemptId: readText(answer, 'attemptId'),
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
      return { attemptId: readText(readRecord(answer, 'attempt'), 'id'), hosted: null };
    } catch (error) {
      // Here 401 means that sharing is not switched on for our account.
      if (error instanceof RampUnavailable && error.cause === 401)
        throw new RampRefused('sharing of documents is not switched on for our account', { cause: error });
      throw error;
    }
  }

  async attempts(subAccountId: string): Promise<readonly RampAttempt[]> {
    const answer = await this.#http.read(`/v2/kyc/attempts?${of(subAccountId)}`);
    const attempts = readList(answer, 'attempts').map(readAttempt);
    return attempts.toSorted((one, other) => other.updatedAt - one.updatedAt);
  }

  /** Returns the first matching record of a list, page after page. */
  async #find(
    path: string,
    name: string,
    fits: (record: AveniaRecord) => boolean,
  ): Promise<AveniaRecord | null> {
    let cursor: string | null = null;
    for (let page = 0; page < pagesMax; page += 1) {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const answer = await this.#http.read(path + query);
      const found = readList(answer, name).find(fits);
      if (found) return found;
      cursor = isRecord(answer) ? readOptionalText(answer, 'cursor') : null;
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

function readName(subAccount: AveniaRecord): string | null {
  const info = subAccount['accountInfo'];
  return readOptionalText(subAccount, 'name') ?? (isRecord(info) ? readOptionalText(info, 'name') : null);
}
