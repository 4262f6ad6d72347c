/** The wire: reading requests, writing answers, enumerations, times, and the shapes of shared objects. */
export * from './number.ts';
export * from './read-json.ts';
export * from './field.ts';
export * from './fields.ts';
export * from './input-reader.ts';
export * from './flat-reader.ts';
export * as shape from './shapes.ts';
export { writeJson } from './shapes.ts';
export type { JsonSchema, Shape, ShapeOf } from './shapes.ts';
export * from './time.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './objects.ts';
export * from './account-events.ts';
