import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { Inventory } from '@scangate/engines/model/component';
import { advisedPackages } from '@scangate/engines/distributions/advised-packages';
import { ecosystemsOf } from '@scangate/engines/sca/sca-engine';
import type { Advisories } from '#ports/advisories.ts';

/** Loads the advisories that the components of a unit need. */
export const loadAdvisories = (inventory: Inventory, advisories: Advisories): Promise<AdvisoryIndex> =>
  advisories.load(ecosystemsOf(inventory), inventory.components.flatMap(advisedPackages));
