/** Lists what differs between two policies, for the people who sign the change. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Fields that identify an object in a list, so that an inserted one does not change the places of the others. */
const identifying = ['name', 'chainId', 'productId'] as const;

/**
 * Returns one line for each value that differs: `caps[chainId=1 productId=2].perHour: "800" -> "900"`. A value that only one
 * policy has is `(none)` in the other.
 */
export function listPolicyChanges(former: string, next: string): readonly string[] {
  const before = flatten(JSON.parse(former) as Json);
  const after = flatten(JSON.parse(next) as Json);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${before.get(path) ?? '(none)'} -> ${after.get(path) ?? '(none)'}`);
}

/** Returns every value of a policy by its path. */
function flatten(value: Json, path = ''): ReadonlyMap<string, string> {
  if (value === null || typeof value !== 'object') return new Map([[path, JSON.stringify(value)]]);
  const entries: readonly (readonly [string, Json])[] = isList(value)
    ? nameElements(value).map(([name, element]) => [`${path}[${name}]`, element] as const)
    : Object.entries(value).map(
        ([name, element]) => [path === '' ? name : `${path}.${name}`, element] as const,
      );
  if (entries.length === 0) return new Map([[path, isList(value) ? '[]' : '{}']]);
  return new Map(entries.flatMap(([place, element]) => [...flatten(element, place)]));
}

/** Names each element of a list. No two have the same name: a value that another one hides would not be shown. */
function nameElements(list: readonly Json[]): readonly (readonly [string, Json])[] {
  const names = new Set<string>();
  return list.map((element, place) => {
    const identity = identify(element) ?? `${place}`;
    const name = names.has(identity) ? `${identity} at ${place}` : identity;
    names.add(name);
    return [name, element];
  });
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function identify(element: Json): string | null {
  if (element === null || typeof element !== 'object' || isList(element)) return null;
  const parts = identifying
    .filter((name) => element[name] !== undefined)
    .map((name) => `${name}=${JSON.stringify(element[name])}`);
  return parts.length === 0 ? null : parts.join(' ');
}
