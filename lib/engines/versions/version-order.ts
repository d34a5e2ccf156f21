/**
 * The order of an ecosystem's versions. `V` is a parsed version. `compare` is a total order of everything that
 * `parse` accepts; equal means the same release.
 */
export interface VersionOrder<V = unknown> {
  /**
   * Parses a version.
   * @returns undefined for a version that cannot be ordered; never throws.
   */
  parse(version: string): V | undefined;
  compare(a: V, b: V): number;
}
