import type { Component, Inventory } from '@scangate/engines/model/component';
import type { UnitType } from '@scangate/engines/model/project-unit';

/** A small unit and what must be found in it. */
export interface InventoryCase {
  name: string;
  /** By path. */
  files: Record<string, string>;
  unitType: UnitType;
  /** As `inventoryLines` writes them. */
  expected: string[];
}

const lineOf = ({ purl, name, version, scope, direct }: Component): string => {
  const named = purl ?? `local:${name}${version === undefined ? '' : `@${version}`}`;
  return `${named} ${scope} ${direct ? 'direct' : 'transitive'}`;
};

/** `purl scope direct|transitive` for each component, sorted; `local:name@version` for what has no purl. */
export const inventoryLines = ({ components }: Inventory): string[] => components.map(lineOf).sort();
