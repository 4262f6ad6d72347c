import 'i18next';
import type { texts } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof texts };
    nsSeparator: false;
  }
}
