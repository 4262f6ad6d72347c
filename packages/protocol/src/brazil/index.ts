/** The Brazilian form of verification: its fields, states and telephone prefixes. */
export * from './form.ts';
export * from './phone.ts';
export * from './states.ts';
