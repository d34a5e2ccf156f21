import { dumpOf, type AdvisoryDump, type Component, type Ecosystem } from '../model/component.ts';

/** A package under which advisories may list a component. */
export interface AdvisedPackage {
  ecosystem: Ecosystem;
  name: string;
  version: string | undefined;
}

type Advised = Pick<Component, 'ecosystem' | 'name' | 'version' | 'sourcePackage'>;

/** Distributions whose advisories name source packages only; a binary package of the same name is a different one. */
const onlySources: ReadonlySet<AdvisoryDump> = new Set(['Debian', 'Ubuntu', 'Alpine']);

const isAdvisedBySource = (ecosystem: Ecosystem): boolean => onlySources.has(dumpOf(ecosystem));

/** Further ones whose advisories name source packages, which have the name of one of their binary packages. */
const bySource: ReadonlySet<AdvisoryDump> = new Set([...onlySources, 'Rocky Linux', 'SUSE', 'openSUSE']);

/** Returns whether advisories of a distribution may miss a package of which only its own name is known. */
export const needsSource = (ecosystem: Ecosystem): boolean => bySource.has(dumpOf(ecosystem));

/**
 * Further ecosystems whose advisories may list a package. R installs packages by name alone, and which of both registries one is
 * from is only what its lockfile says.
 */
const alsoIn: Partial<Record<Ecosystem, Ecosystem>> = { Bioconductor: 'CRAN', CRAN: 'Bioconductor' };

/** Ecosystems of which no advisories may be published: without them, packages are compared with those of their own. */
const mayHaveNone: ReadonlySet<Ecosystem> = new Set(['Bioconductor']);

/** Lists the ecosystems under which advisories may list the packages of one. */
export const advisedEcosystems = (ecosystem: Ecosystem): Ecosystem[] => {
  const other = alsoIn[ecosystem];
  return other === undefined ? [ecosystem] : [ecosystem, other];
};

/** Returns the ecosystem under which advisories may list the packages of one, too, where a snapshot may lack it. */
export const uncertainEcosystem = (ecosystem: Ecosystem): Ecosystem | undefined => {
  const other = alsoIn[ecosystem];
  return other !== undefined && mayHaveNone.has(other) ? other : undefined;
};

/**
 * Lists the packages under which advisories may list a component: its own name and, for packages of distributions,
 * the source package that they were built from.
 */
export const advisedPackages = ({ ecosystem, name, version, sourcePackage }: Advised): AdvisedPackage[] => {
  if (!ecosystem) return [];
  const own = { ecosystem, name, version };
  const other = alsoIn[ecosystem];
  if (other !== undefined) return [own, { ...own, ecosystem: other }];
  if (!sourcePackage) return [own];
  const source = { ecosystem, name: sourcePackage.name, version: sourcePackage.version ?? version };
  return isAdvisedBySource(ecosystem) || source.name === name ? [source] : [own, source];
};
