/** Icons by meaning, in files by where they are used, so that no screen loads the icons of another. */
export * from './icons/app.tsx';
export * from './icons/basic.tsx';
export * from './icons/trade.tsx';
export type { Icon } from './icons/create-icon.tsx';
