/**
 * Generates random and malformed calls from the declarations of all calls, sends them, and counts what must never
 * happen. The same seed gives the same calls.
 */
import type { JsonSchema } from '@salar/protocol/wire';
import { findAnswerFault } from './fuzz-answers.ts';
import { Dice, createSeededRandom } from '../seeded-random.ts';

type FuzzField = {
  readonly kind: string;
  readonly aliases: readonly string[];
  readonly schema: JsonSchema;
};
export type FuzzCall = {
  readonly name: string;
  readonly fields: Readonly<Record<string, FuzzField>>;
  readonly subject?: Readonly<Record<string, string>>;
  readonly bareList?: string;
  readonly outputSchema: JsonSchema;
  readonly example: { readonly input: Readonly<Record<string, unknown>> };
};

/** A request before it is formatted, so that parts of it can be left out. */
export type DrawnCall = {
  readonly call: FuzzCall;
  /** The call's name in the spelling of this request. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Names and values as JSON text. A name may be repeated. */
  readonly members: readonly (readonly [name: string, value: string])[];
  readonly form: 'plain' | 'payload text' | 'payload object';
  /** Replaces all members. */
  readonly brokenBody: string | null;
};

export type CallDraws = {
  readonly calls: readonly FuzzCall[];
  readonly dice: Dice;
  /** Existing ids of the sender and of others, so that some calls get far. */
  readonly knownIds: () => readonly number[];
  /** Codes, keys and tokens. */
  readonly knownTexts?: () => readonly string[];
  /** How often a call is drawn; default 1. */
  readonly getWeight?: (call: FuzzCall) => number;
};

export class CallFuzzer {
  readonly #draws: CallDraws;
  readonly #dice: Dice;
  /** Cumulative weights of the calls. */
  readonly #sums: readonly number[];

  constructor(draws: CallDraws) {
    this.#draws = draws;
    this.#dice = draws.dice;
    let sum = 0;
    this.#sums = draws.calls.map((call) => (sum += draws.getWeight?.(call) ?? 1));
  }

  next(): DrawnCall {
    const call = this.#pickCall();
    const dice = this.#dice;
    // Half of them are the documented example with a few mistakes, so that they pass the readers.
    const members = dice.chance(0.5) ? this.#nearExample(call) : this.#anyMembers(call);
    if (dice.chance(0.05)) members.push(dice.pick(strayMembers));
    if (dice.chance(0.02) && members[0]) members.push([members[0][0], dice.pick(nasty)]);
    return {
      call,
      name: dice.chance(0.1) ? dice.pick([call.name.toLowerCase(), call.name.toUpperCase()]) : call.name,
      method: dice.chance(0.1) ? 'GET' : 'POST',
      members,
      form: dice.weighted([
        [92, 'plain'],
        [4, 'payload text'],
        [4, 'payload object'],
      ]),
      brokenBody: dice.chance(0.03) ? dice.pick(brokenBodies) : null,
    };
  }

  #pickCall(): FuzzCall {
    const { calls } = this.#draws;
    const at = this.#dice.int(0, 999_999_999) / 1e9;
    const mark = at * (this.#sums.at(-1) ?? 0);
    return (calls[this.#sums.findIndex((sum) => mark < sum)] ?? calls[0]) as FuzzCall;
  }

  #nearExample(call: FuzzCall): [string, string][] {
    const dice = this.#dice;
    const members: [string, string][] = [];
    for (const [name, value] of Object.entries(call.example.input)) {
      // The account of the documents does not exist; the caller's own is used instead.
      const isDocumentsOwn = name === 'AccountId' || name === 'UserId';
      if (isDocumentsOwn ? dice.chance(0.97) : dice.chance(0.03)) continue;
      const isChanged = name !== 'OMSId' && dice.chance(0.2);
      members.push([this.#spelled(call, name), isChanged ? this.#value(call, name) : JSON.stringify(value)]);
    }
    const others = Object.keys(call.fields).filter((name) => !Object.hasOwn(call.example.input, name));
    if (others.length > 0 && dice.chance(0.3)) {
      const name = dice.pick(others);
      members.push([this.#spelled(call, name), this.#value(call, name)]);
    }
    return members;
  }

  #anyMembers(call: FuzzCall): [string, string][] {
    const dice = this.#dice;
    const names = ['OMSId', ...Object.keys(call.subject ?? {}), ...Object.keys(call.fields)];
    return names
      .filter(() => !dice.chance(0.12))
      .map((name) => [
        this.#spelled(call, name),
        name === 'OMSId' && dice.chance(0.9) ? '1' : this.#value(call, name),
      ]);
  }

  #spelled(call: FuzzCall, name: string): string {
    if (!this.#dice.chance(0.2)) return name;
    return this.#dice.pick([name.toLowerCase(), name.toUpperCase(), ...(call.fields[name]?.aliases ?? [])]);
  }

  #value(call: FuzzCall, name: string): string {
    const dice = this.#dice;
    if (dice.chance(0.3)) return dice.pick(nasty);
    const field = call.fields[name];
    const value =
      name === call.bareList && field
        ? this.#buildList(field.schema)
        : this.#plausible(field?.kind ?? 'id', field?.schema);
    return dice.chance(0.3) && !/^[[{]/.test(value) ? JSON.stringify(value.replaceAll('"', '')) : value;
  }

  /** Builds requests within a request. */
  #buildList(schema: JsonSchema): string {
    const { items } = schema as { readonly items?: { readonly properties?: Record<string, JsonSchema> } };
    const names = Object.entries(items?.properties ?? {});
    const one = () =>
      `{${names
        .filter(() => this.#dice.chance(0.6))
        .map(
          ([name, own]) =>
            `"${name}":${this.#dice.chance(0.1) ? this.#dice.pick(nasty) : this.#plausible(findKind(own), own)}`,
        )
        .join(',')}}`;
    return `[${Array.from({ length: this.#dice.int(0, 3) }, one).join(',')}]`;
  }

  #plausible(kind: string, schema: JsonSchema | undefined): string {
    const dice = this.#dice;
    const { enum: words } = (schema ?? {}) as { readonly enum?: readonly string[] };
    switch (kind) {
      case 'id':
        return String(dice.chance(0.8) ? dice.pick(this.#draws.knownIds()) : dice.int(0, 1e6));
      case 'integer':
        return String(dice.pick([0, 1, 2, 5, 10, 100, 1000, 1001, 1e9]));
      case 'decimal':
        return dice.pick([
          '0',
          '1',
          '0.01',
          '0.00001',
          '25',
          '61500.5',
          '1234567.891',
          '0.000001',
          '99999999',
        ]);
      case 'boolean':
        return dice.pick(['true', 'false', '1', '0', '"True"']);
      case 'enum':
        return words && dice.chance(0.7)
          ? JSON.stringify(dice.pick(words))
          : dice.pick(['0', '1', '2', '3', '4', '5', '6', '"Buy"', '"StopLimit"', '"Working"']);
      case 'time':
        return dice.pick([
          '1700000000',
          '1700000000000',
          '638355968000000000',
          '0',
          '"2030-01-01T00:00:00Z"',
        ]);
      case 'list':
        return dice.pick(lists);
      case 'object':
        return dice.pick(objects);
      default: {
        const known = this.#draws.knownTexts?.() ?? [];
        return JSON.stringify(known.length > 0 && dice.chance(0.4) ? dice.pick(known) : dice.pick(texts));
      }
    }
  }
}

/** Formats the body of a request, or the query of a GET with its question mark. */
export function formatCall({ call, method, members, form, brokenBody }: DrawnCall): string {
  if (method === 'GET') return `?${members.map(([name, value]) => queryMember(name, value)).join('&')}`;
  if (brokenBody !== null) return brokenBody;
  const [only] = members;
  if (members.length === 1 && only?.[0] === call.bareList) return only?.[1] ?? '';
  const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  if (form === 'plain') return text;
  return `{"Payload":${form === 'payload text' ? JSON.stringify(text) : text}}`;
}

/** Lists variants of the request with one part left out. */
export function listSmallerValues(drawn: DrawnCall): readonly DrawnCall[] {
  const without = drawn.members.map((_, left) => ({
    ...drawn,
    members: drawn.members.filter((_member, at) => at !== left),
  }));
  return drawn.form === 'plain' ? without : [{ ...drawn, form: 'plain' }, ...without];
}

export type FuzzSender = (request: {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}) => Promise<{ readonly status: number; readonly body: string }>;

export type FuzzReport = {
  readonly calls: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Calls that failed: what was sent, what was received, and what is wrong with it. */
  readonly failures: readonly {
    readonly path: string;
    readonly body: string | undefined;
    readonly answer: string;
    readonly fault: string;
  }[];
};

/** Makes `count` calls, several at once. Stops early after 20 failures. */
export async function fuzzCalls(options: {
  readonly calls: readonly FuzzCall[];
  readonly send: FuzzSender;
  readonly count: number;
  readonly seed: number;
  /** Session tokens to use; calls without one, or with a wrong one, are mixed in. */
  readonly tokens: readonly string[];
  /** Existing ids, so that some calls get far. */
  readonly knownIds: readonly number[];
  /** Calls that would end the sessions of the others. */
  readonly skip?: ReadonlySet<string>;
  readonly atOnce?: number;
}): Promise<FuzzReport> {
  const { tokens, skip, count } = options;
  const dice = new Dice(createSeededRandom(options.seed));
  const calls = options.calls.filter((call) => skip?.has(call.name) !== true);
  const fuzzer = new CallFuzzer({ calls, dice, knownIds: () => options.knownIds });
  const byStatus = new Map<number, number>();
  const failures: FuzzReport['failures'][number][] = [];
  let drawn = 0;

  const sendOn = async (): Promise<void> => {
    while (drawn < count && failures.length < 20) {
      drawn += 1;
      const one = fuzzer.next();
      const { method, call } = one;
      const isGet = method === 'GET';
      const path = `/AP/${one.name}${isGet ? formatCall(one) : ''}`;
      const body = isGet ? undefined : formatCall(one);
      const headers: Record<string, string> = {};
      if (dice.chance(0.9) && tokens.length > 0) headers['aptoken'] = dice.pick(tokens);
      else if (dice.chance(0.3)) headers['aptoken'] = 'sal_s_'.padEnd(49, 'x');
      if (dice.chance(0.03)) headers['authorization'] = dice.pick(brokenAuthorizations);
      const answer = await options.send({ method, path, headers, body });
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
      const fault = findAnswerFault(call.outputSchema, answer);
      if (fault !== null)
        failures.push({ path, body, answer: `${answer.status} ${answer.body.slice(0, 400)}`, fault });
    }
  };
  await Promise.all(Array.from({ length: options.atOnce ?? 1 }, sendOn));
  return { calls: [...byStatus.values()].reduce((sum, one) => sum + one, 0), byStatus, failures };
}

function queryMember(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value.replace(/^"(.*)"$/s, '$1'))}`;
}

function findKind({ type, enum: words }: JsonSchema): string {
  if (words !== undefined) return 'enum';
  const kinds: Readonly<Record<string, string>> = {
    integer: 'integer',
    number: 'decimal',
    boolean: 'boolean',
  };
  return kinds[String(type)] ?? 'text';
}

/** Invalid values of the authorization header. */
export const brokenAuthorizations = ['Basic', 'Basic !!!', 'Basic OjpA', 'Bearer x', 'bWFyaWE6eA=='] as const;

/** JSON texts that no field expects, or that are just beyond its limits. */
const nasty: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '1e999',
  '99999999999999999999',
  '9007199254740991',
  '9007199254740992',
  '99999999999999999999.999999999999999999',
  '0.0000000000000000001',
  `1${'0'.repeat(300)}`,
  '""',
  '" "',
  '"0x10"',
  '"1,5"',
  '"NaN"',
  '"Infinity"',
  '"\\u0000"',
  '"\\ud800"',
  '"\u202e\u0661"',
  '"\u{1f9ff}e\u0301\u200d"',
  '"\'; DROP TABLE app_user; --"',
  '"../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"<script>alert(1)</script>"',
  '"{{7*7}}"',
  JSON.stringify('x'.repeat(5000)),
  '[]',
  '[1,2,3]',
  '[[[[[[[[[]]]]]]]]]',
  '{}',
  '{"a":{"b":{"c":1}}}',
  '{"__proto__":1}',
  '[{"Key":"a"}]',
  '[null]',
];

const orderText =
  '{"InstrumentId":1,"Side":0,"OrderType":2,"Quantity":"0.001","LimitPrice":"50000","OrderId":1,"OrderIdToReplace":1}';

const strayMembers: readonly [string, string][] = [
  ['__proto__', '{"x":1}'],
  ['constructor', '1'],
  ['Payload', '"{\\"AccountId\\":1}"'],
  ['Payload', '"nonsense"'],
  ['AccountId', '999999999'],
  ['UserId', '"999999999"'],
  ['OperatorId', '7'],
  ['extra', '[1,{"deep":[1]}]'],
];

const brokenBodies: readonly string[] = [
  '',
  ' ',
  'null',
  '[]',
  '1',
  '"text"',
  '{',
  '{"a":}',
  '{"a":1,"a":2}',
  '\u0000',
  '{"a":"\\x"}',
  '['.repeat(5000),
  `{"a":${'['.repeat(20)}${']'.repeat(20)}}`,
  'a=1&b=2',
  `[${orderText}]`,
];

const lists: readonly string[] = [
  '[]',
  '[{"Key":"Language","Value":"ES"}]',
  '["Trade"]',
  '[1]',
  `[${orderText}]`,
  `[${orderText},{}]`,
];

const objects: readonly string[] = [
  '{"UserName":"fuzz","Email":"fuzz@example.com","passwordHash":"short"}',
  '{"email":"a@example.com","userId":"1"}',
  '{}',
];

const texts: readonly string[] = [
  'Language',
  'BTCUSDT',
  'maria',
  'bank:1',
  'wallet:ledger:Ethereum (local)',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '{"ExternalAddress":"0x1","Comment":""}',
  '{"PixKey":"maria@example.com","TaxIdNumber":"52998224725"}',
  '{"SystemName":"BREB","Number":7,"DocumentType":[],"DocumentNumber":{}}',
  '{"AccountWithdrawInfoId":"00000000-0000-4000-8000-000000000000"}',
  '',
];
