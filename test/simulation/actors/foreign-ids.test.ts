import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { operationsWithIds } from './foreign-ids.ts';

test('every operation with an id in its path is tried with ids of others', () => {
  const tried = new Set(operationsWithIds.map(({ name }) => name));
  const others = (endpoints as readonly EndpointSpec[]).filter(
    ({ name, path, access }) => path.includes('{') && !access && !tried.has(name),
  );
  // Other organizations have the same numbers of packs, fingerprints and domains.
  expect(others.map(({ name }) => name)).toEqual([
    'verify-domain',
    'remove-domain',
    'get-tracked-finding',
    'change-tracked-finding',
    'get-auditor-pack',
    'create-pack-link',
  ]);
  const inBodies = ['create-scan', 'quote-scan', 'create-bundle', 'switch-organization', 'compare-scans'];
  expect(inBodies.filter((name) => !tried.has(name))).toEqual([]);
});
