import { describe, expect, test } from 'vitest';
import type { Repository } from '@scangate/domain/records';
import { projectUnitId, registerUnits, rootUnit } from '@scangate/domain/repositories/register-units';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';

const root: ProjectUnit = { ...rootUnit('repo', 'acme/shop'), type: 'npm' };
const web: ProjectUnit = {
  projectUnitId: projectUnitId('repo', 'web'),
  path: 'web',
  type: 'npm',
  name: 'web',
};
const withUnits = (units: ProjectUnit[], unitsVersion = 1): Repository => ({
  organizationId: 'org',
  repositoryId: 'repo',
  fullName: 'acme/shop',
  url: 'https://git.example.com/acme/shop',
  provider: 'git',
  defaultBranch: 'main',
  units,
  unitsVersion,
  connectedAt: '2026-03-10T12:00:00.000Z',
  connectedBy: 'person',
});

/** The same unit as a database returns it, with its fields in another order. */
const reordered = (unit: ProjectUnit): ProjectUnit =>
  Object.fromEntries(Object.entries(unit).toReversed()) as unknown as ProjectUnit;

describe('registering the units of a tree', () => {
  test('writes nothing when it finds the known units, in whatever order their fields are stored', () => {
    expect(registerUnits(withUnits([reordered(root), reordered(web)]), [web, root])).toEqual([]);
  });

  test('writes the first scan of a tree, even when it finds the root only', () => {
    expect(registerUnits(withUnits([root], 0), [root])).toMatchObject([{ set: { unitsVersion: 1 } }]);
  });

  test('adds a new unit, applies a new type and keeps what is not in this tree', () => {
    const [change] = registerUnits(withUnits([root, web]), [{ ...root, type: 'go' }]);
    expect(change).toMatchObject({ set: { units: [{ ...root, type: 'go' }, web], unitsVersion: 2 } });
  });
});
