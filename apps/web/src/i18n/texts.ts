/**
 * The texts of the app: those of the shell, which every page has, and those of each feature, under the feature's name.
 *
 * Each part is a separate file in each language, loaded with the first page that needs it.
 */
import type { Language } from './languages.ts';
import type { Feature } from './text-key.ts';

const shellFiles = import.meta.glob<object>('./locales/*.json', { import: 'default' });
const featureFiles = import.meta.glob<object>(['../features/*/locales/*.json', '../parts/*/locales/*.json'], {
  import: 'default',
});

/** Every feature that has texts. */
export const features = [
  ...new Set(Object.keys(featureFiles).map((file) => file.split('/')[2] as Feature)),
] as readonly Feature[];

/** Loads the texts of the shell. @throws when they cannot be loaded */
export function fetchShellTexts(language: Language): Promise<object> {
  return fetchFile(shellFiles, `./locales/${language}.json`);
}

/** Loads a feature's texts, under its name. @throws when they cannot be loaded */
export async function fetchFeatureTexts(feature: Feature, language: Language): Promise<object> {
  const file = `/${feature}/locales/${language}.json`;
  const name = Object.keys(featureFiles).find((path) => path.endsWith(file)) ?? file;
  return { [feature]: await fetchFile(featureFiles, name) };
}

function fetchFile(files: Readonly<Record<string, () => Promise<object>>>, name: string): Promise<object> {
  const load = files[name];
  if (!load) throw new Error(`there are no texts at ${name}`);
  return load();
}
