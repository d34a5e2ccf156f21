import type { Component, Ecosystem } from '@scangate/engines/model/component';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';

/** A component whose advisories will be looked up. */
export type LookedUpPackage = Pick<Component, 'ecosystem' | 'name'>;

/** The service's own copy of the advisory database. No dependency list leaves the account to ask it. */
export interface Advisories {
  /**
   * The current snapshot, limited to these ecosystems; those it does not hold are missing from
   * `ecosystems` of the index. An index named `none` when nothing was ever imported.
   * @param packages will be looked up; a distant source fetches their advisories at once.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(ecosystems: readonly Ecosystem[], packages?: readonly LookedUpPackage[]): Promise<AdvisoryIndex>;
}
