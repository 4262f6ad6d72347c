/**
 * Throws random and malformed calls at a gateway and counts what must never happen: a status of 500 or more, or error
 * 102. The same seed gives the same calls.
 */
export type FuzzField = { readonly kind: string; readonly aliases: readonly string[] };
export type FuzzCall = {
  readonly name: string;
  readonly fields: Readonly<Record<string, FuzzField>>;
  readonly subject?: Readonly<Record<string, string>>;
};
export type FuzzSender = (request: {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}) => Promise<{ readonly status: number; readonly body: string }>;

export type FuzzReport = {
  readonly calls: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Calls that broke: what was sent, what came back. */
  readonly failures: readonly {
    readonly path: string;
    readonly body: string | undefined;
    readonly answer: string;
  }[];
};

/** Makes `count` calls, one after the other. Stops early after 20 failures. */
export async function fuzzCalls(options: {
  readonly calls: readonly FuzzCall[];
  readonly send: FuzzSender;
  readonly count: number;
  readonly seed: number;
  /** Session tokens to use; a call without one, or with a wrong one, is mixed in. */
  readonly tokens: readonly string[];
  /** Ids that exist, so that some calls get far. */
  readonly knownIds: readonly number[];
  /** Calls that would end the sessions the others need. */
  readonly skip?: ReadonlySet<string>;
}): Promise<FuzzReport> {
  const random = randomOf(options.seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const calls = options.calls.filter((call) => options.skip?.has(call.name) !== true);
  const byStatus = new Map<number, number>();
  const failures: { path: string; body: string | undefined; answer: string }[] = [];

  const valueFor = (field: FuzzField): string => {
    if (random() < 0.35) return pick(nasty);
    const plausible = plausibleFor(field.kind, pick, random, options.knownIds);
    return random() < 0.3 && !/^[[{]/.test(plausible)
      ? JSON.stringify(plausible.replaceAll('"', ''))
      : plausible;
  };
  const bodyFor = (call: FuzzCall): string => {
    if (random() < 0.04) return pick(brokenBodies);
    const names = ['OMSId', ...Object.keys(call.subject ?? {}), ...Object.keys(call.fields)];
    const members: string[] = [];
    for (const name of names) {
      if (random() < 0.12) continue;
      const field = call.fields[name] ?? { kind: 'id', aliases: [] };
      const spelled =
        random() < 0.2 ? pick([name.toLowerCase(), name.toUpperCase(), ...field.aliases]) : name;
      const value = name === 'OMSId' && random() < 0.9 ? '1' : valueFor(field);
      members.push(`${JSON.stringify(spelled)}:${value}`);
    }
    if (random() < 0.05) members.push(pick(strayMembers));
    return `{${members.join(',')}}`;
  };

  for (let done = 0; done < options.count && failures.length < 20; done += 1) {
    const call = pick(calls);
    const isGet = random() < 0.1;
    const name = random() < 0.1 ? call.name.toLowerCase() : call.name;
    const query = isGet ? `?OMSId=1&InstrumentId=${pick(['1', '77', '-1', 'x', '%00', ''])}&Depth=5` : '';
    const path = `/AP/${name}${query}`;
    const headers: Record<string, string> = {};
    if (random() < 0.9 && options.tokens.length > 0) headers['aptoken'] = pick(options.tokens);
    else if (random() < 0.3) headers['aptoken'] = 'sal_s_'.padEnd(49, 'x');
    if (random() < 0.03)
      headers['authorization'] = pick(['Basic', 'Basic !!!', 'Basic OjpA', 'Bearer x', 'bWFyaWE6eA==']);
    const body = isGet ? undefined : bodyFor(call);
    const answer = await options.send({ method: isGet ? 'GET' : 'POST', path, headers, body });
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500 || incident.test(answer.body))
      failures.push({ path, body, answer: `${answer.status} ${answer.body.slice(0, 400)}` });
  }
  return { calls: [...byStatus.values()].reduce((sum, count) => sum + count, 0), byStatus, failures };
}

/** JSON texts that no field expects, or that are just beyond what it takes. */
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

const strayMembers: readonly string[] = [
  '"__proto__":{"x":1}',
  '"constructor":1',
  '"Payload":"{\\"AccountId\\":1}"',
  '"Payload":"nonsense"',
  '"AccountId":999999999',
  '"UserId":"999999999"',
  '"OperatorId":7',
  '"extra":[1,{"deep":[1]}]',
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

function plausibleFor(
  kind: string,
  pick: <T>(from: readonly T[]) => T,
  random: () => number,
  knownIds: readonly number[],
): string {
  switch (kind) {
    case 'id':
      return String(random() < 0.8 ? pick(knownIds) : Math.floor(random() * 1e6));
    case 'integer':
      return String(pick([0, 1, 2, 5, 10, 100, 1000, 1001, 1e9]));
    case 'decimal':
      return pick(['0', '1', '0.01', '0.00001', '25', '61500.5', '1234567.891', '0.000001', '99999999']);
    case 'boolean':
      return pick(['true', 'false', '1', '0', '"True"']);
    case 'enum':
      return String(pick([0, 1, 2, 3, 4, 5, 6, '"Buy"', '"Limit"', '"StopLimit"', '"Maker"', '"Working"']));
    case 'time':
      return pick(['1700000000', '1700000000000', '638355968000000000', '0', '"2030-01-01T00:00:00Z"']);
    case 'list':
      return pick([
        '[]',
        '[{"Key":"Language","Value":"ES"}]',
        '["Trade"]',
        '[1]',
        `[${orderText}]`,
        `[${orderText},{}]`,
      ]);
    case 'object':
      return pick([
        '{"UserName":"fuzz","Email":"fuzz@example.com","passwordHash":"short"}',
        '{"email":"a@example.com","userId":"1"}',
        '{}',
      ]);
    default:
      return JSON.stringify(
        pick([
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
        ]),
      );
  }
}

/** A small generator with a known sequence (mulberry32): the same seed, the same calls. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Error 102 with its number; as a call's own answer to a key that is not there it carries a text. */
const incident = /"errorcode":102,"detail":"[\da-f]{8}-/;
