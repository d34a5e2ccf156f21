import type { AssessedUnit } from './model/assessed-unit.ts';
import type { Component } from './model/component.ts';

/** Increase this when older assessments can no longer be judged. */
export const assessmentFormat = 1;

/** A stored component: edges are indexes into the list, and the ref is omitted when it equals the purl. */
type StoredComponent = Omit<Component, 'ref' | 'hashes' | 'dependsOn'> & {
  ref?: string;
  hashes?: undefined;
  dependsOn?: (number | string)[];
};

interface StoredAssessment extends Omit<AssessedUnit, 'inventory'> {
  format: number;
  inventory: Omit<AssessedUnit['inventory'], 'components'> & { components: StoredComponent[] };
}

/**
 * Writes an assessment for storage. It has no hashes and each edge is a number, so that it is smaller than the files
 * or the SBOM from which it was made.
 */
export const encodeAssessment = (assessed: AssessedUnit): string => {
  const { components } = assessed.inventory;
  const positions = new Map(components.map(({ ref }, index) => [ref, index]));
  const stored = components.map(({ ref, dependsOn, ...component }): StoredComponent => ({
    ...(ref !== component.purl && { ref }),
    ...component,
    hashes: undefined,
    ...(dependsOn.length > 0 && { dependsOn: dependsOn.map((each) => positions.get(each) ?? each) }),
  }));
  const document: StoredAssessment = {
    format: assessmentFormat,
    ...assessed,
    inventory: { ...assessed.inventory, components: stored },
  };
  return JSON.stringify(document);
};

/** Reads a stored assessment; undefined for one in an older format, which can no longer be judged. */
export const decodeAssessment = (text: string): AssessedUnit | undefined => {
  const { format, ...document } = JSON.parse(text) as StoredAssessment;
  if (format !== assessmentFormat) return undefined;
  const { components } = document.inventory;
  const refs = components.map(({ ref, purl }) => ref ?? purl ?? '');
  return {
    ...document,
    inventory: {
      ...document.inventory,
      components: components.map(({ dependsOn = [], ...component }, index): Component => ({
        ...component,
        ref: refs[index] ?? '',
        hashes: [],
        dependsOn: dependsOn.map((each) => (typeof each === 'number' ? (refs[each] ?? '') : each)),
      })),
    },
  };
};
