/**
 * Decides which pages may send calls and read their answers (security rule B3). Public calls are for every page. Calls about a customer
 * are for our own pages, which need no header for that, and for those of listed origins: a token that leaked is of no
 * use in a page of another site.
 */
import type { Call } from '../call.ts';
import { apiHeaders, preflightHeaders, textHeaders } from './security-headers.ts';

type Headers = Readonly<Record<string, string>>;

/** The headers of one kind of answer; the same objects each time, because their text is kept. */
export type AnswerHeaders = {
  readonly json: Headers;
  readonly text: Headers;
  readonly preflight: Headers;
};

/** The origins of other sites whose pages may make calls about customers; `*` for all. */
export type CallOrigins = '*' | readonly string[];

const everyPage: AnswerHeaders = { json: apiHeaders, text: textHeaders, preflight: preflightHeaders };
/** A script of a listed page reads these headers beside those that every page may read. */
const exposed = 'retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, session-ends-in';

export class CrossOrigin {
  readonly #byOrigin: ReadonlyMap<string, AnswerHeaders>;
  readonly #others: AnswerHeaders;

  constructor(origins: CallOrigins) {
    this.#others = origins === '*' ? everyPage : restrict(null);
    this.#byOrigin = new Map(origins === '*' ? [] : origins.map((origin) => [origin, restrict(origin)]));
  }

  /** Returns the headers of the answers to a request. @param origin  the header `Origin` of its page */
  find(call: Call, origin: string | undefined): AnswerHeaders {
    if (call.auth === 'public') return everyPage;
    return (origin === undefined ? undefined : this.#byOrigin.get(origin)) ?? this.#others;
  }
}

/** Allows one origin; none without one. */
function restrict(origin: string | null): AnswerHeaders {
  const toOrigin = (headers: Headers): Headers => {
    const kept = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
    const allowed = origin !== null && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
    };
    return { ...allowed, ...Object.fromEntries(kept), vary: 'Origin' };
  };
  const preflight: Headers =
    origin === null
      ? { vary: 'Origin' }
      : { ...preflightHeaders, 'access-control-allow-origin': origin, vary: 'Origin' };
  return { json: toOrigin(apiHeaders), text: toOrigin(textHeaders), preflight };
}
