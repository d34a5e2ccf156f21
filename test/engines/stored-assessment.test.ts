import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assessUnit } from '@scangate/engines/assess-unit';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { decodeAssessment, encodeAssessment } from '@scangate/engines/stored-assessment';
import { sbomDocument } from '#test/bench-engines/dependency-input.ts';
import { assessedUnit } from './assessed-fixtures.ts';
import { gateOf } from './gate-fixtures.ts';
import {
  component,
  cvss,
  engineInput,
  indexOf,
  inventory,
  osvRecord,
  vector,
} from './sca/advisory-fixtures.ts';
import { unitOf } from './source-unit.ts';

const request = { projectUnitId: 'u', scanTypes: [...scanTypes], fullScope: true, skipped: [] };
const advisories = indexOf(
  osvRecord({ name: 'left', aliases: ['CVE-2025-1234'], severity: cvss(vector.critical) }),
  osvRecord({ id: 'A-2', name: 'b', severity: cvss(vector.high) }),
);

const key = `sk_live_${fake(base62, 24)}`;
const files = unitOf({
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { left: '^1.0.0' } },
      'node_modules/left': { version: '1.0.0', license: 'GPL-3.0-only', dependencies: { b: '~1.0.0' } },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
    },
  }),
  '.nvmrc': '18.0.0\n',
  '.scangateignore': 'secrets:stripe-key docs/ # sample keys\n',
  'docs/a.env': `A=${key}\n`,
  'test/key.env': `A=${key} # scangate:allow stripe-key made up\n`,
  'app.js':
    "const { exec } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => exec('ls ' + req.query.dir));\n",
});

const assessed = () =>
  assessUnit(request, { unit: { path: '', type: 'npm' }, files, inventory: readInventory(files, 'npm') });

describe('a stored assessment', () => {
  test('is judged to the same bytes as the one that was stored', async () => {
    const unit = await assessed();
    const restored = decodeAssessment(encodeAssessment(unit));
    const first = await judgeUnit(unit, gateOf(), advisories);
    expect(JSON.stringify(await judgeUnit(restored!, gateOf(), advisories))).toBe(JSON.stringify(first));
    expect(new Set(first.findings.map(({ kind }) => kind))).toEqual(
      new Set(['vulnerability', 'source', 'license', 'upgrade', 'secret', 'code']),
    );
    expect(first.findings.filter(({ suppressed }) => suppressed)).toHaveLength(2);
  });

  test('contains no secret', async () => {
    const text = encodeAssessment(await assessed());
    for (let at = 8; at + 8 <= key.length; at += 1) expect(text).not.toContain(key.slice(at, at + 8));
  });

  test('of an older format cannot be judged any more', async () => {
    const older = encodeAssessment(await assessed()).replace('"format":1', '"format":0');
    expect(decodeAssessment(older)).toBeUndefined();
  });

  test('keeps any graph, even with missing and with repeated refs', () => {
    const refs = fc.constantFrom('a', 'b', 'c', 'pkg:npm/a@1', 'gone', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.tuple(refs, fc.array(refs)), { maxLength: 6 }), (nodes) => {
        const seen = new Set<string>();
        const components = nodes
          .filter(([ref]) => !seen.has(ref) && seen.add(ref))
          .map(([ref, dependsOn]) => component({ ref, name: ref, dependsOn }));
        const unit = assessedUnit({ inventory: inventory(components) });
        expect(decodeAssessment(encodeAssessment(unit))).toEqual(unit);
      }),
    );
  });

  test('of an SBOM of 10 MB is smaller than the SBOM', async () => {
    const document = sbomDocument(10e6);
    const of = inventoryFromSbom(JSON.parse(document));
    const unit = await assessUnit({ ...request, scanTypes: ['sca', 'license'] }, engineInput(of, advisories));
    expect(encodeAssessment(unit).length).toBeLessThan(document.length / 2);
  });
});
