/** Icons by meaning. Two files, so that the screens before signing in do not carry the icons of the app. */
export * from './icons/app.tsx';
export * from './icons/basic.tsx';
export type { Icon, IconProps } from './icons/drawn.tsx';
