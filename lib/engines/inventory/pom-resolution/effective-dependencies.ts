import type { Pom, PomDependency } from '../jvm/maven-pom.ts';
import { asText } from '../parse/untrusted-value.ts';
import { declarationKey } from './artifact-key.ts';
import type { Chain, EffectivePoms } from './effective-poms.ts';

/** A dependency of a project after inheritance, properties and dependency management. */
export interface EffectiveDependency {
  /** `group:artifact`. */
  name: string;
  /** May be a range; absent when nothing states it. */
  version?: string;
  type: string;
  classifier?: string;
  scope: string;
  optional: boolean;
  exclusions: readonly string[];
  /** The pom that declares it: the project's own or one of its parents. */
  declaring: Pom;
}

/**
 * Merges a declaration with the project's dependency management: version and scope if it states none, but not
 * whether it is optional.
 */
const effectiveDependency = (
  dependency: PomDependency,
  { poms, chain, declaring }: { poms: EffectivePoms; chain: Chain; declaring: Pom },
): EffectiveDependency | undefined => {
  const resolve = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : poms.resolve(text, chain);
  const group = asText(resolve(dependency.group));
  const artifact = asText(resolve(dependency.artifact));
  if (!group || !artifact) return undefined;
  const name = `${group}:${artifact}`;
  const managed = poms.managed(name, dependency, chain);
  const version = dependency.version === undefined ? managed.version : resolve(dependency.version);
  const classifier = resolve(dependency.classifier);
  const exclusions = dependency.exclusions?.map((text) => resolve(text) ?? text);
  return {
    name,
    ...(version !== undefined && { version }),
    type: resolve(dependency.type) ?? 'jar',
    ...(classifier !== undefined && { classifier }),
    scope: (dependency.scope === undefined ? managed.scope : resolve(dependency.scope)) ?? 'compile',
    optional: resolve(dependency.optional) === 'true',
    exclusions: exclusions ?? managed.exclusions ?? [],
    declaring,
  };
};

/** Collects what exceeds the limits. */
export interface DependencyLimits {
  /** Called for each declaration. @returns false when there are too many. */
  take(): boolean;
  /** Called for a declaration without a name. */
  onUnreadable(dependency: PomDependency): void;
}

/** Returns the dependencies of a project, those of itself before those of its parents. */
export const dependenciesOf = (
  pom: Pom,
  poms: EffectivePoms,
  { take, onUnreadable }: DependencyLimits,
): EffectiveDependency[] => {
  const chain = poms.chainOf(pom);
  const found = new Map<string, EffectiveDependency>();
  for (const declaring of chain)
    for (const dependency of declaring.dependencies) {
      if (!take()) continue;
      const effective = effectiveDependency(dependency, { poms, chain, declaring });
      if (!effective) {
        onUnreadable(dependency);
        continue;
      }
      // Maven's identity of a dependency: the tests of a module (`test-jar`) are another artifact than the module.
      const key = declarationKey(effective.name, effective);
      if (!found.has(key)) found.set(key, effective);
    }
  return [...found.values()];
};
