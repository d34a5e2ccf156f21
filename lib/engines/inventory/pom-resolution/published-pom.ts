import type { PublishedDependency, PublishedPom } from '@scangate/engines/model/poms/published-poms';
import type { Pom, PomDependency } from '../jvm/maven-pom.ts';

const stored = (dependency: PomDependency): PublishedDependency => {
  const { group, artifact, version, scope, type, classifier, optional, exclusions } = dependency;
  return {
    g: group,
    a: artifact,
    ...(version !== undefined && { v: version }),
    ...(scope !== undefined && { s: scope }),
    ...(type !== undefined && { t: type }),
    ...(classifier !== undefined && { c: classifier }),
    ...(optional !== undefined && { o: optional }),
    ...(exclusions && { x: exclusions }),
  };
};

const read = ({ g, a, v, s, t, c, o, x }: PublishedDependency): PomDependency => ({
  group: g,
  artifact: a,
  ...(v !== undefined && { version: v }),
  ...(s !== undefined && { scope: s }),
  ...(t !== undefined && { type: t }),
  ...(c !== undefined && { classifier: c }),
  ...(o !== undefined && { optional: o }),
  ...(x && { exclusions: x }),
});

/** Reduces a pom to the fields that resolution needs. */
export const toPublishedPom = (pom: Pom): PublishedPom => {
  const { group, artifact, version, parent, properties, dependencies, managed, relocation } = pom;
  const { conditionalProperties = [] } = pom;
  const profiles = [...new Set([...pom.conditionalProfiles, ...pom.competingProfiles])];
  const { group: g = '', artifact: a = '', version: v = '' } = relocation ?? {};
  return {
    ...(group !== undefined && { g: group }),
    a: artifact,
    ...(version !== undefined && { v: version }),
    ...(parent && { parent: [parent.group, parent.artifact, parent.version] }),
    ...(properties.size > 0 && { properties: [...properties] }),
    ...(dependencies.length > 0 && { dependencies: dependencies.map(stored) }),
    ...(managed.length > 0 && { managed: managed.map(stored) }),
    ...(profiles.length > 0 && { profiles }),
    ...(conditionalProperties.length > 0 && { profileProperties: conditionalProperties }),
    ...(relocation && { relocation: [g, a, v] }),
  };
};

const relocationOf = ([group, artifact, version]: readonly [string, string, string]) => ({
  ...(group !== '' && { group }),
  ...(artifact !== '' && { artifact }),
  ...(version !== '' && { version }),
});

/** Restores a pom; it has no path. */
export const fromPublishedPom = (published: PublishedPom): Pom => {
  const { g, a, v, parent, properties = [], dependencies = [], managed = [], profiles = [] } = published;
  const { relocation, profileProperties = [] } = published;
  return {
    path: '',
    ...(g !== undefined && { group: g }),
    artifact: a,
    ...(v !== undefined && { version: v }),
    ...(parent && {
      parent: { group: parent[0], artifact: parent[1], version: parent[2], relativePath: '' },
    }),
    properties: new Map(properties),
    dependencies: dependencies.map(read),
    managed: managed.map(read),
    otherProfiles: [],
    conditionalProfiles: profiles,
    competingProfiles: [],
    otherProperties: profileProperties,
    ...(relocation && { relocation: relocationOf(relocation) }),
  };
};
