import type { Component, Ecosystem } from '../model/component.ts';
import type { ShardRecord } from './compact-record.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** No registry accepts a space in a name, so no real package has this one. */
const name = 'scangate canary';
const canaryId = 'SCANGATE-CANARY';

/** Returns the canary record that every index holds in addition to the real ones. */
export const canaryRecord = (ecosystem: Ecosystem): ShardRecord => {
  const affected = versionOrder(ecosystem) ? { ranges: [['i1.0.0', 'f1.0.2']] } : { versions: ['1.0.1'] };
  const { ranges = [], versions = [] } = affected;
  return [canaryId, 0, [], 'Canary', 'critical', 0, '', [[name, ranges, versions]]];
};

/** Returns a component that a working matcher finds vulnerable by `canaryRecord`. */
export const canaryComponent = (
  ecosystem: Ecosystem,
): Component & { ecosystem: Ecosystem; version: string } => ({
  ref: canaryId,
  ecosystem,
  name,
  version: '1.0.1',
  scope: 'required',
  direct: true,
  hashes: [],
  dependsOn: [],
  file: '',
});
