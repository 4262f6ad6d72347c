/**
 * Matchers for wire values, which compare answers to the digit. A matcher returns what is wrong with a value and
 * where; an empty list means that it matches.
 */

/** @param value  the result of `readAnswer` */
export type Matcher = {
  readonly faultsOf: (value: unknown, at: string) => readonly string[];
  /** The key may be omitted. */
  readonly isOptional?: true;
};

/** A number as written: its digits and its notation are kept. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const numberMark = '\u0000';
const textsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Reads an answer with every number as its text. */
function readAnswer(text: string): unknown {
  const marked = text.replaceAll(textsAndNumbers, (found) =>
    found.startsWith('"') ? found : JSON.stringify(numberMark + found),
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(numberMark) ? new NumberText(value.slice(1)) : value,
  );
}

/** Returns what is wrong with a JSON text; one fault when it cannot be parsed. */
export function findFaults(form: Matcher, text: string): readonly string[] {
  let value: unknown;
  try {
    value = readAnswer(text);
  } catch {
    return [`no JSON: ${text.slice(0, 80)}`];
  }
  return form.faultsOf(value, '');
}

/** A count or an id: below 2^53, without a decimal point. */
export const int = numberLike('an integer', /^-?(?:0|[1-9]\d*)$/, (text) =>
  Number.isSafeInteger(Number(text)),
);
/** A decimal in plain notation. */
export const num = numberLike('a plain decimal', /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/);
/** POSIX milliseconds. */
export const ms = numberLike('milliseconds', /^1\d{12}$/);
/** 100 ns since the year 1, with every digit. */
export const ticks = numberLike('ticks', /^6\d{17}$/);
export const bool = toMatcher('a boolean', (value) => typeof value === 'boolean');
export const text = toMatcher('a text', (value) => typeof value === 'string');
export const msText = textLike('milliseconds as text', /^1\d{12}$/);
export const iso = textLike('a time in UTC', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const guid = textLike('a GUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
export const hex32 = textLike('32 hexadecimal digits', /^[\da-f]{32}$/);
export const hex64 = textLike('64 hexadecimal digits', /^[\da-f]{64}$/);
export const nothing = is(null);

export function textLike(name: string, pattern: RegExp): Matcher {
  return toMatcher(name, (value) => typeof value === 'string' && pattern.test(value));
}

/** Exactly one value; numbers are compared as written. */
export function is(expected: string | number | boolean | null): Matcher {
  const shown = JSON.stringify(expected);
  return toMatcher(shown, (value) =>
    value instanceof NumberText ? value.text === shown : JSON.stringify(value) === shown,
  );
}

/** One of some names. */
export function oneOf(...names: readonly string[]): Matcher {
  return toMatcher(`one of ${names.join(', ')}`, (value) => names.some((name) => name === value));
}

export function orNull(form: Matcher): Matcher {
  return { faultsOf: (value, at) => (value === null ? [] : form.faultsOf(value, at)) };
}

/** Either of two matchers. */
export function or(first: Matcher, second: Matcher): Matcher {
  return {
    faultsOf: (value, at) => (second.faultsOf(value, at).length === 0 ? [] : first.faultsOf(value, at)),
  };
}

/** A key that only some answers have. */
export function optional(form: Matcher): Matcher {
  return { ...form, isOptional: true };
}

/** A key that the family does not have: clients that do not expect it are not affected. */
export function ours(form: Matcher): Matcher {
  return form;
}

export type Keys = Readonly<Record<string, Matcher>>;

/** Exactly these keys, in this order. */
export function object(keys: Keys): Matcher {
  return {
    faultsOf: (value, at) => {
      if (!isObject(value)) return [`${at || 'answer'} is no object`];
      const given = Object.keys(value);
      const expected = Object.entries(keys)
        .filter(([key, form]) => form.isOptional !== true || given.includes(key))
        .map(([key]) => key);
      if (given.join() !== expected.join())
        return [`${at || 'answer'} has ${given.join()}, not ${expected.join()}`];
      return given.flatMap((key) => keys[key]?.faultsOf(value[key], `${at}.${key}`) ?? []);
    },
  };
}

/** Any number of keys, with values of one kind. */
export function mapOf(form: Matcher): Matcher {
  return {
    faultsOf: (value, at) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, one]) => form.faultsOf(one, `${at}.${key}`))
        : [`${at || 'answer'} is no object`],
  };
}

/** A non-empty list, because an empty one would prove nothing. */
export function list(form: Matcher): Matcher {
  return {
    faultsOf: (value, at) => {
      if (!Array.isArray(value)) return [`${at || 'answer'} is no list`];
      if (value.length === 0) return [`${at || 'answer'} is empty`];
      return value.flatMap((one, place) => form.faultsOf(one, `${at}[${place}]`));
    },
  };
}

export const emptyList: Matcher = {
  faultsOf: (value, at) => (Array.isArray(value) && value.length === 0 ? [] : [`${at || 'answer'} is no []`]),
};

/** A list that may be empty. */
export function anyList(form: Matcher): Matcher {
  return or(list(form), emptyList);
}

/** A list with a fixed number of values, each with its own meaning. */
export function row(...forms: readonly Matcher[]): Matcher {
  return {
    faultsOf: (value, at) => {
      if (!Array.isArray(value) || value.length !== forms.length)
        return [`${at} is no row of ${forms.length}`];
      return forms.flatMap((form, place) => form.faultsOf(value[place], `${at}[${place}]`));
    },
  };
}

/** A text that is JSON itself. */
export function jsonText(form: Matcher): Matcher {
  return {
    faultsOf: (value, at) =>
      typeof value === 'string'
        ? findFaults(form, value).map((fault) => `${at}, read as JSON: ${fault}`)
        : [`${at || 'answer'} is no text`],
  };
}

function numberLike(name: string, pattern: RegExp, holds: (text: string) => boolean = () => true): Matcher {
  return toMatcher(
    name,
    (value) => value instanceof NumberText && pattern.test(value.text) && holds(value.text),
  );
}

function toMatcher(name: string, holds: (value: unknown) => boolean): Matcher {
  return {
    faultsOf: (value, at) => {
      if (holds(value)) return [];
      const shown = value instanceof NumberText ? value.text : JSON.stringify(value);
      return [`${at || 'answer'} is ${shown.slice(0, 80)}, not ${name}`];
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}
