type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops the properties that are `undefined`, for components that distinguish "absent" from "undefined". */
export function omitUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
