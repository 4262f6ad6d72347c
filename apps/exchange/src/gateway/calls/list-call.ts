/** Declares calls whose request is a list of requests of another call. */
import {
  accepted,
  genericShape,
  isJsonObject,
  listField,
  objectField,
  parseJsonText,
  refused,
  required,
  toJsonSchema,
  writeGeneric,
} from '@salar/protocol/wire';
import type { ErrorKind, Generic, JsonObject } from '@salar/protocol/wire';
import { writeAnswerBody } from '../call-dispatcher.ts';
import { CallRefusal, refuseCall } from '../call.ts';
import type { Answer, SessionCall, SessionContext } from '../call.ts';
import { createListItemContext } from '../guard/guard.ts';
import { getRetryAfter } from '../retry-after.ts';

/** The most requests in one list: as many as the rate limit of orders admits at once. */
const listCallMax = 50;
const field = 'Requests';

/**
 * Declares the list form of a call. Every request is checked on its own before the first one runs, counts once
 * against the rate limit, and runs in the order of the list. `detail` of the answer is the list of their answers as
 * JSON text.
 *
 * A request that met an outage says so in its place, because others may have been accepted. When all met an outage,
 * so has the call.
 *
 * @param always  the refusal that is returned whatever the results; without it the call succeeds when every request
 * did, and otherwise returns error 101
 */
export function createListCall(
  single: SessionCall,
  { name, about, always }: { readonly name: string; readonly about: string; readonly always?: ErrorKind },
): SessionCall {
  const fields = { [field]: required(listField(objectField(single.fields))) };
  return {
    name,
    about,
    auth: 'session',
    needsRecentAuth: false,
    needsKnownPlace: false,
    permissions: single.permissions,
    subject: { AccountId: 'ownAccount' },
    rate: single.rate,
    ...(single.repeats && { repeats: single.repeats }),
    fields,
    inputSchema: toJsonSchema(fields),
    outputSchema: genericShape.schema,
    example: {
      input: { [field]: [single.example.input] },
      output: always ? refused(always, '[...]') : accepted('[...]'),
    },
    bareList: field,
    countRequests: (raw) => Math.max(1, readRequests(raw)?.length ?? 1),
    async answer(context, raw) {
      const requests = readRequests(raw);
      if (requests === null) return refuseCall('invalidRequest', `${field} is Required`);
      if (requests.length > listCallMax) return refuseCall('invalidRequest', `Invalid ${field}`);
      const checked: (readonly [SessionContext, JsonObject])[] = [];
      for (const [place, request] of requests.entries()) {
        if (!isJsonObject(request)) return refuseCall('invalidRequest', `Invalid ${field}`);
        const inner = createListItemContext(single, context, request, place);
        if (inner instanceof CallRefusal) return inner;
        checked.push([inner, request]);
      }
      const results = await Promise.allSettled(
        checked.map(async ([inner, request]) => single.answer(inner, request)),
      );
      const answers = collectAnswers(results);
      const detail = `[${answers.map((answer) => writeAnswerBody(single, answer)).join(',')}]`;
      const summary = always ? refused(always, detail) : summarize(answers, detail);
      const isUnsettled = results.some(({ status }) => status === 'rejected');
      return { status: 200, body: writeGeneric(summary), isUnsettled };
    },
  };
}

/** @throws the error of a request, unless it was an outage and another request was processed */
function collectAnswers(results: readonly PromiseSettledResult<Answer>[]): readonly Answer[] {
  const isAllLost = results.every((result) => result.status === 'rejected');
  return results.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    const seconds = getRetryAfter(result.reason);
    if (seconds === null || isAllLost) throw result.reason;
    return refuseCall('operationFailed', `Try again in ${seconds} s`, 'Service Unavailable');
  });
}

function readRequests(raw: JsonObject) {
  const requests = parseJsonText(raw[field.toLowerCase()] ?? null);
  return Array.isArray(requests) && requests.length > 0 ? requests : null;
}

function summarize(answers: readonly Answer[], detail: string): Generic {
  const isRefused = answers.some((answer) => answer instanceof CallRefusal);
  return isRefused ? refused('operationFailed', detail) : accepted(detail);
}
