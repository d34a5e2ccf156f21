import * as z from 'zod';
import { comparedInputNames } from '@scangate/domain/comparison/explain-difference';
import { changeResults } from '@scangate/domain/explanation/describe-change';
import { severitySources } from '@scangate/domain/explanation/severity-source';
import { suppressionWays } from '@scangate/domain/explanation/suppression-ways';
import { thresholds } from '@scangate/engines/model/severity';
import { finding } from './finding.ts';
import { count, id, instant, severity, verdictName } from './resources.ts';
import { coverage, pomSnapshot, summary } from './verdict/verdict-payload.ts';

const snapshot = z.object({ id: z.string(), builtAt: instant.optional() });
const listedFindings = z.object({ total: count, findings: z.array(finding) });

const explainedSeverity = z.object({
  severity,
  countsAs: z.enum(thresholds).meta({ description: 'The severity that is compared with the threshold.' }),
  source: z.enum(severitySources),
  detail: z.string(),
  failsAnyway: z
    .string()
    .optional()
    .meta({ description: 'Why the policy fails the finding whatever its severity.' }),
});

const explainedReason = z.object({
  reason: z.string(),
  severityThreshold: z.enum(thresholds).optional(),
  total: count,
  findings: z.array(
    z.object({
      finding,
      severity: explainedSeverity,
      couldSuppress: z.array(
        z.object({
          way: z.enum(suppressionWays),
          text: z.string().meta({
            description:
              'The comment, the line of the .scangateignore at the root, or the match of POST /v1/waivers.',
          }),
          counts: z.string(),
        }),
      ),
    }),
  ),
  coverage: z.array(coverage).optional(),
  failures: z
    .array(
      z.object({
        projectUnitId: id.optional(),
        errorCode: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .optional(),
});

const dependencyChange = z.object({
  projectUnitId: id,
  action: z.enum(['upgrade', 'remove']),
  packageName: z.string(),
  version: z.string().optional(),
  purl: z.string().optional(),
  file: z.string(),
  upgradeTo: z.string().optional(),
  breaking: z.boolean().optional(),
  via: z.array(z.string()).optional().meta({ description: 'Direct dependencies that lead to the package.' }),
  clears: z
    .array(z.string())
    .meta({ description: 'Advisories that an upgrade clears, or packages that a removal takes along.' }),
});

const smallestChange = z.object({
  result: z.enum(changeResults),
  text: z.string(),
  advisorySnapshot: snapshot.optional(),
  changes: z.array(dependencyChange),
  remains: listedFindings,
});

const judgment = z.object({
  inputsDigest: z.string(),
  judgedAt: instant,
  verdict: z.enum(['PASS', 'FAIL']),
  reason: z.string(),
  reasons: z.array(z.string()),
  summary,
  advisorySnapshot: snapshot,
  pomSnapshot,
  inventoryDigest: z.string(),
  policyDigest: z.string(),
  suppressionsDigest: z.string(),
  waiversDigest: z.string(),
});

const scanId = '0197c0de-0000-7000-8000-000000000001';
const otherScanId = '0197c0de-0000-7000-8000-000000000002';
const projectUnitId = '0197c0de-0000-8000-8000-000000000003';
const judgedAt = '2026-03-01T12:00:00.000Z';
const exampleSnapshot = { id: 'b0a1c2', builtAt: '2026-03-01T06:00:00.000Z' };
const exampleFinding = {
  kind: 'vulnerability',
  projectUnitId,
  fingerprint: '5f0c6f3a9d1e4b7c8a2d3e4f5a6b7c8d',
  severity: 'critical',
  title: 'Prototype pollution in minimist',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  purl: 'pkg:npm/minimist@1.2.5',
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: ['mkdirp@0.5.5', 'minimist@1.2.5'],
  fixedVersions: ['1.2.6'],
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 },
  malicious: false,
  file: 'package-lock.json',
  line: 120,
  url: 'https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h',
};
const judgedSide = { verdict: 'FAIL', reason: 'critical_vulnerabilities_found' };

export const explanation = z
  .object({
    scanId: id,
    verdict: verdictName,
    reason: z.string(),
    judgedAt: instant,
    reasons: z.array(explainedReason),
    suppressed: listedFindings.meta({
      description: 'What would fail the gate if nothing suppressed or waived it.',
    }),
    smallestChange,
    judgments: z.array(judgment).meta({ description: 'Later judgments, oldest first.' }),
  })
  .meta({
    examples: [
      {
        scanId,
        ...judgedSide,
        judgedAt,
        reasons: [
          {
            reason: 'critical_vulnerabilities_found',
            severityThreshold: 'critical',
            total: 1,
            findings: [
              {
                finding: exampleFinding,
                severity: {
                  severity: 'critical',
                  countsAs: 'critical',
                  source: 'cvss',
                  detail:
                    'GHSA-xvch-5gv4-984h states CVSS 9.8 (CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H).',
                },
                couldSuppress: [
                  {
                    way: 'waiver',
                    text: '{"advisory":"GHSA-xvch-5gv4-984h"}',
                    counts: 'from its approval until it expires',
                  },
                ],
              },
            ],
          },
        ],
        suppressed: { total: 0, findings: [] },
        smallestChange: {
          result: 'sufficient',
          text: 'The scan passes after 1 upgrade.',
          advisorySnapshot: exampleSnapshot,
          changes: [
            {
              projectUnitId,
              action: 'upgrade',
              packageName: 'minimist',
              version: '1.2.5',
              purl: 'pkg:npm/minimist@1.2.5',
              file: 'package-lock.json',
              upgradeTo: '1.2.6',
              breaking: false,
              via: ['mkdirp@0.5.5'],
              clears: ['GHSA-xvch-5gv4-984h'],
            },
          ],
          remains: { total: 0, findings: [] },
        },
        judgments: [],
      },
    ],
  });

const side = z.object({
  scanId: id,
  commitHash: z.string(),
  branch: z.string().optional(),
  verdict: verdictName,
  reason: z.string(),
  reasons: z.array(z.string()),
  judgedAt: instant,
  advisorySnapshot: snapshot,
});
const dimensions = z.enum(['dependencies', 'code', 'secrets', 'licenses']);
const totals = {
  total: count,
  failing: count.meta({ description: 'Those that fail the gate of their own scan.' }),
  counts: z.partialRecord(dimensions, z.partialRecord(severity, count)),
};
const input = z.enum(comparedInputNames);

export const comparison = z
  .object({
    head: side,
    base: side,
    introduced: z.object({ ...totals, findings: z.array(finding) }),
    fixed: z.object({ ...totals, findings: z.array(finding) }),
    unchanged: z.object(totals),
    inputs: z
      .array(z.object({ input, equal: z.boolean(), head: z.string(), base: z.string() }))
      .meta({ description: 'The digests of everything that the two verdicts depend on.' }),
    why: z
      .array(
        z.object({
          reason: z.string(),
          of: z.enum(['head', 'base']),
          causes: z.array(z.object({ input, findings: count })),
        }),
      )
      .meta({ description: 'Each reason that only one of the verdicts has, with the inputs that cause it.' }),
  })
  .meta({
    examples: [
      {
        head: {
          scanId,
          commitHash: 'a'.repeat(40),
          ...judgedSide,
          reasons: ['critical_vulnerabilities_found'],
          judgedAt,
          advisorySnapshot: exampleSnapshot,
        },
        base: {
          scanId: otherScanId,
          commitHash: 'b'.repeat(40),
          verdict: 'PASS',
          reason: 'no_issues_found',
          reasons: ['no_issues_found'],
          judgedAt,
          advisorySnapshot: exampleSnapshot,
        },
        introduced: {
          total: 1,
          failing: 1,
          counts: { dependencies: { critical: 1 } },
          findings: [exampleFinding],
        },
        fixed: { total: 0, failing: 0, counts: {}, findings: [] },
        unchanged: { total: 3, failing: 0, counts: { dependencies: { medium: 3 } } },
        inputs: [{ input: 'code', equal: false, head: 'sha256:01', base: 'sha256:02' }],
        why: [
          {
            reason: 'critical_vulnerabilities_found',
            of: 'head',
            causes: [{ input: 'code', findings: 1 }],
          },
        ],
      },
    ],
  });

const exampleJudgment = {
  inputsDigest: 'sha256:0a',
  judgedAt,
  verdict: 'PASS',
  reason: 'no_issues_found',
  reasons: ['no_issues_found'],
  summary: { severityThreshold: 'critical' },
  advisorySnapshot: exampleSnapshot,
  inventoryDigest: 'sha256:0b',
  policyDigest: 'sha256:0c',
  suppressionsDigest: 'sha256:0d',
  waiversDigest: 'sha256:0e',
};

export const rejudgment = z
  .object({
    scanId: id,
    verdict: verdictName.meta({ description: 'The first verdict; it never changes.' }),
    judgment,
    isNew: z.boolean().meta({ description: 'False when these inputs were judged before.' }),
    judgments: z.array(judgment).meta({ description: 'All later judgments, oldest first; at most 20.' }),
  })
  .meta({
    examples: [
      { scanId, verdict: 'FAIL', judgment: exampleJudgment, isNew: true, judgments: [exampleJudgment] },
    ],
  });
