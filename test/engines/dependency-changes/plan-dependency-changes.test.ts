import { expect, test } from 'vitest';
import {
  planDependencyChanges,
  type ChangeableFinding,
} from '@scangate/engines/dependency-changes/plan-dependency-changes';
import type { UpgradeFinding } from '@scangate/engines/model/finding';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { assessUnit } from '@scangate/engines/assess-unit';
import { component, engineInput, indexOf, inventory, osvRecord } from '../sca/advisory-fixtures.ts';

const advisories = indexOf(osvRecord({ name: 'leaf', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }));
const of = inventory([
  component({ ref: 'a', name: 'a', dependsOn: ['leaf'] }),
  component({ ref: 'leaf', name: 'leaf', direct: false }),
]);
const planned = async (hopeless: string[] = []) => {
  const input = engineInput(of, advisories);
  const unit = await assessUnit(
    { projectUnitId: 'u', scanTypes: ['sca'], fullScope: true, skipped: [] },
    input,
  );
  const findings = scaEngine.run(input).findings as ChangeableFinding[];
  const advice = advisorEngine.run(input).findings as UpgradeFinding[];
  return planDependencyChanges(unit, findings, { advice, hopeless: new Set(hopeless) });
};

test('an upgrade says through which dependency the package is needed and what it clears', async () => {
  expect(await planned()).toEqual([
    {
      action: 'upgrade',
      ref: 'leaf',
      packageName: 'leaf',
      version: '1.0.0',
      purl: 'pkg:npm/leaf@1.0.0',
      file: 'package-lock.json',
      upgradeTo: '1.2.0',
      breaking: false,
      via: ['a@1.0.0'],
      clears: ['GHSA-aaaa-bbbb-cccc'],
    },
  ]);
});

test('a package whose upgrade did not help is removed with its direct dependency, which lists what it clears', async () => {
  expect(await planned(['leaf'])).toMatchObject([
    { action: 'remove', packageName: 'a', clears: ['leaf@1.0.0'] },
  ]);
});
