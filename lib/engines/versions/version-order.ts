/**
 * How an ecosystem orders its versions. `V` is a parsed version. What `parse` accepts is totally ordered by
 * `compare`; equal means the same release (build metadata aside).
 */
export interface VersionOrder<V = unknown> {
  /** @returns undefined for a version that cannot be ordered; never throws. */
  parse(version: string): V | undefined;
  compare(a: V, b: V): number;
}
