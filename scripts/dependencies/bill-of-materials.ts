/** Reduces npm's bill of materials (CycloneDX) to what production installs. */
import { z } from 'zod';
import type { Release } from './releases.ts';

const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

export type Bill = z.infer<typeof bill>;

/**
 * Returns the bill without the releases that only development uses, or null when npm printed something else. npm's own `--omit=dev`
 * leaves out every package that a workspace lists for development, although another needs it in production.
 */
export function toProductionBill(printed: unknown, releases: readonly Release[]): Bill | null {
  const read = bill.safeParse(printed);
  if (!read.success) return null;
  const { metadata, components, dependencies } = read.data;
  const left = new Set(releases.filter(({ isInProduction }) => !isInProduction).map(toReference));
  const isKept = (reference: string) => !left.has(removePlace(reference));
  return {
    ...read.data,
    // npm names the product after its directory.
    metadata: { ...metadata, component: { ...metadata.component, name: 'salar' } },
    components: components.filter((component) => isKept(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isKept(ref))
      .map((entry) => ({ ...entry, dependsOn: entry.dependsOn?.filter(isKept) })),
  };
}

/** Returns a sentence for each release that production installs and the bill lacks. */
export function findMissingFromBill({ components }: Bill, releases: readonly Release[]): string[] {
  const listed = new Set(components.map((component) => removePlace(component['bom-ref'])));
  return releases
    .filter((release) => release.isInProduction && !listed.has(toReference(release)))
    .map((release) => `${toReference(release)} is installed in production and not in the bill`);
}

function toReference({ name, version }: Release): string {
  return `${name}@${version}`;
}

/** A release that is installed in several places has the place after a bar. */
function removePlace(reference: string): string {
  return reference.replace(/\|.*/, '');
}
