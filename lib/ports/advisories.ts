import type { Component, Ecosystem } from '@scangate/engines/model/component';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';

/** A package whose advisories will be looked up. */
export type LookedUpPackage = Pick<Component, 'ecosystem' | 'name'>;

/** The service's own copy of the advisory database. No dependency list leaves the account. */
export interface Advisories {
  /**
   * The current snapshot, limited to these ecosystems; those it does not hold are missing from `ecosystems` of the
   * index. The index is named `none` when nothing was ever imported.
   * @param packages to look up; a remote source fetches their advisories in one go.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(ecosystems: readonly Ecosystem[], packages?: readonly LookedUpPackage[]): Promise<AdvisoryIndex>;
}
