import type { Component, Ecosystem } from '../model/component.ts';
import type { ShardRecord } from '../advisories/compact-record.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** No registry accepts a blank in a name, so no real package is ever called this. */
const name = 'scangate canary';
const canaryId = 'SCANGATE-CANARY';

/** A record that every index carries beside the real ones, found by the same lookup and the same matching. */
export const canaryRecord = (ecosystem: Ecosystem): ShardRecord => {
  const affected = versionOrder(ecosystem) ? { ranges: [['i1.0.0', 'f1.0.2']] } : { versions: ['1.0.1'] };
  const { ranges = [], versions = [] } = affected;
  return [canaryId, 0, [], 'Canary', 'critical', 0, '', [[name, ranges, versions]]];
};

/** A component that a matcher at work must find vulnerable, by `canaryRecord` alone. */
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
