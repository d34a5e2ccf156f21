import type { Pom } from '../jvm/maven-pom.ts';

const fields: Readonly<Record<string, (pom: Pom) => string | undefined>> = {
  version: ({ version, parent }) => version ?? parent?.version,
  groupId: ({ group, parent }) => group ?? parent?.group,
  artifactId: ({ artifact }) => artifact,
  'parent.version': ({ parent }) => parent?.version,
  'parent.groupId': ({ parent }) => parent?.group,
  'parent.artifactId': ({ parent }) => parent?.artifact,
};

/** Returns the value of a field of a pom itself, such as `parent.version`; undefined for other names. */
export const modelField = (name: string, pom: Pom): string | undefined =>
  Object.hasOwn(fields, name) ? fields[name]?.(pom) : undefined;
