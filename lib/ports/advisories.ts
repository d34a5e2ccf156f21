import type { Ecosystem } from '../domain/scans/component.ts';
import type { AdvisoryIndex } from '../domain/scans/advisory.ts';

/** The service's own copy of the advisory database. No dependency list leaves the account to ask it. */
export interface Advisories {
  /**
   * The current snapshot, limited to these ecosystems; those it does not hold are missing from
   * `ecosystems` of the index. An index named `none` when nothing was ever imported.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(ecosystems: readonly Ecosystem[]): Promise<AdvisoryIndex>;
}
