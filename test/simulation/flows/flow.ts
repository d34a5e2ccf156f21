import type { MemoryStore } from '#adapters/memory/store.ts';
import type { NewOrder } from '../actors/organization.ts';
import type { Organization } from '../actors/organization.ts';
import type { World } from '../start/world.ts';

/** Something that an organization does, with everything that follows from it, in which faults are combined. */
export interface Flow {
  name: string;
  order: NewOrder;
  /** The functions whose calls meet faults. */
  functions: readonly string[];
  /** Makes what has to be there before, without faults. */
  prepare: (world: World, organization: Organization) => Promise<void>;
  act: (world: World, organization: Organization) => Promise<void>;
  /** Whether everything that the act was for is stored, as it is at the end without faults. */
  isReached: (store: MemoryStore, organization: Organization) => boolean;
}
