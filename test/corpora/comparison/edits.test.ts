import { expect, test } from 'vitest';
import { compareFindings } from '@scangate/domain/comparison/compare-findings';
import { comparedFinding, type ComparedFinding } from '@scangate/domain/comparison/compared-finding';
import type { ComparedUnit } from '@scangate/domain/comparison/pair-units';
import { assessUnit } from '@scangate/engines/assess-unit';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { isJudged } from '@scangate/engines/model/gate/fail-conditions';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { ownSuppressions } from '@scangate/engines/model/gate/suppressions';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import { cvss, indexOf, osvRecord, vector } from '../../engines/sca/advisory-fixtures.ts';
import { unitOf } from '../../engines/source-unit.ts';
import type { Tree } from './edit-case.ts';
import { edits } from './edits.ts';

interface Told extends ComparedFinding {
  told: string;
}

const advisories = indexOf(
  ...[
    { id: 'CVE-2026-0001', name: 'lodash-like' },
    { id: 'GHSA-2222-3333-4444', aliases: ['CVE-2026-0001'], name: 'lodash-fork' },
  ].map((parts) =>
    osvRecord({
      ...parts,
      severity: cvss(vector.high),
      events: [{ introduced: '0' }, { fixed: '2.0.0' }],
    }),
  ),
);

const sideOf = async (tree: Tree): Promise<ComparedUnit<Told>[]> => {
  const paths = Object.keys(tree);
  const found = discoverUnits(paths, 'owner/repo');
  const filesOf = filesByUnit(paths, [], found);
  return Promise.all(
    found.map(async (unit) => {
      const { paths: own, relative } = filesOf(unit);
      const files = unitOf(Object.fromEntries(own.map((path) => [relative(path), tree[path]])));
      const assessed = await assessUnit(
        {
          projectUnitId: unit.path,
          scanTypes: ['sca', 'secrets', 'sast'],
          fullScope: true,
          skipped: [],
        },
        { unit, files, inventory: readInventory(files, unit.type), lineKey: 'key' },
      );
      const gate = { policy: defaultPolicy, waivers: [], suppressions: ownSuppressions, judgedAt: '' };
      const { findings } = await judgeUnit(assessed, gate, advisories);
      return {
        path: unit.path,
        type: unit.type,
        inventoryDigest: assessed.inventoryDigest,
        findings: findings.flatMap((finding) => {
          const counts = () => isJudged(finding, defaultPolicy);
          const compared = comparedFinding(finding, { counts, unknownSeverityAs: 'high' });
          const name = 'rule' in finding ? finding.rule : 'advisoryId' in finding && finding.advisoryId;
          return compared ? [{ ...compared, told: `${name} ${finding.file}` }] : [];
        }),
      };
    }),
  );
};

const toldOf = (findings: readonly Told[]): string[] => findings.map(({ told }) => told).toSorted();

test.each(edits)('$edit', async ({ base, head, introduced = [], fixed = [], unchanged }) => {
  const compared = compareFindings(await sideOf(head), await sideOf(base));
  expect({
    introduced: toldOf(compared.introduced),
    fixed: toldOf(compared.fixed),
    unchanged: compared.unchanged.length,
  }).toEqual({ introduced, fixed, unchanged });
});

test.each(edits)('reversed: $edit', async ({ base, head, introduced = [], fixed = [], unchanged }) => {
  const compared = compareFindings(await sideOf(base), await sideOf(head));
  expect({
    introduced: toldOf(compared.introduced).length,
    fixed: toldOf(compared.fixed).length,
    unchanged: compared.unchanged.length,
  }).toEqual({ introduced: fixed.length, fixed: introduced.length, unchanged });
});
