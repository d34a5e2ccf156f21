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

/** Returns whether advisories of a distribution name source packages only. */
export const isAdvisedBySource = (ecosystem: Ecosystem): boolean => onlySources.has(dumpOf(ecosystem));

/**
 * Lists the packages under which advisories may list a component: its own name and, for packages of distributions,
 * the source package that they were built from.
 */
export const advisedPackages = ({ ecosystem, name, version, sourcePackage }: Advised): AdvisedPackage[] => {
  if (!ecosystem) return [];
  const own = { ecosystem, name, version };
  if (!sourcePackage) return [own];
  const source = { ecosystem, name: sourcePackage.name, version: sourcePackage.version ?? version };
  return isAdvisedBySource(ecosystem) || source.name === name ? [source] : [own, source];
};
