import type { Records } from '@scangate/domain/record-changes';
import type { WatchTarget } from '@scangate/domain/advisory-watch/watch-records';
import type { ComponentUse, DependencyScope } from '@scangate/engines/model/component';
import {
  flag,
  isTrue,
  keyIn,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  type FieldParsers,
} from './parse-value.ts';

const use = objectOf<ComponentUse>({
  version: optional(text),
  scope: keyIn<DependencyScope>({ required: true, optional: true, dev: true }),
  direct: flag,
  file: text,
  path: listOf(text),
});

/** Parsers of the records of the component index and of the watch. */
export const watchRecordFields: {
  [R in 'indexedComponent' | 'indexedUnit' | 'watchPosition']: FieldParsers<Records[R]>;
} = {
  indexedComponent: {
    package: text,
    organizationId: text,
    projectUnitId: text,
    repositoryId: text,
    uses: listOf(use),
    truncated: optional(isTrue),
    revision: number,
    removedAt: optional(text),
  },
  indexedUnit: {
    organizationId: text,
    repositoryId: text,
    projectUnitId: text,
    scanId: text,
    followed: number,
    revision: number,
    packages: number,
    lists: listOf(text),
    complete: flag,
  },
  watchPosition: {
    watch: oneOf(['advisories']),
    snapshotId: text,
    shards: mapOf(text),
    target: optional(objectOf<WatchTarget>({ snapshotId: text, shards: mapOf(text), startedAt: text })),
    matchedAt: optional(text),
    version: number,
  },
};
