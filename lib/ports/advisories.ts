import type { Ecosystem } from '@scangate/engines/model/component';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';

/** The service's own copy of the advisory database. No dependency list leaves the account to ask it. */
export interface Advisories {
  /**
   * The current snapshot, limited to these ecosystems; those it does not hold are missing from
   * `ecosystems` of the index. An index named `none` when nothing was ever imported.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(ecosystems: readonly Ecosystem[]): Promise<AdvisoryIndex>;
}
