import { severities } from '@scangate/engines/model/severity';
import { listFlag, numberFlag, switchFlag } from '../arguments/flags.ts';
import { defineCommand, type AnyCommand, type Positional } from './command.ts';

const kinds = ['vulnerability', 'code', 'secret', 'license', 'source', 'upgrade'] as const;

export const findingsFlags = {
  severity: listFlag('S,T', severities, `these severities: ${severities.join(', ')}`),
  kind: listFlag('A,B', kinds, `these kinds: ${kinds.join(', ')}`),
  limit: numberFlag('N', { least: 1, most: 10_000 }, 'the maximum number, the most severe first (20)'),
  all: switchFlag('every finding'),
} as const;

export const sbomFlags = { spdx: switchFlag('as SPDX 2.3 instead of CycloneDX 1.6') } as const;

export const diffFlags = {
  scan: switchFlag('scan a commit that has no stored scan; this spends credits'),
} as const;

const id: Positional = { name: 'ID', isRequired: true };
const exampleId = '0197c0de-0000-7000-8000-000000000001';
const noGate = 'The verdict does not affect the exit code.';

const findingsCommand = defineCommand({
  name: 'findings',
  summary: 'Lists the findings of a scan.',
  positionals: [id],
  flags: findingsFlags,
  notes: [noGate],
  example: `scangate findings ${exampleId} --kind secret,code`,
  run: async (context) => {
    const { showFindings } = await import('../stored/show-findings.ts');
    return showFindings(context);
  },
});

const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Explains a verdict, and how the scan would pass.',
  positionals: [id, { name: 'FINGERPRINT', isRequired: false }],
  flags: {},
  notes: ['FINGERPRINT, or its first 6 digits or more, explains a single finding.', noGate],
  example: `scangate explain ${exampleId} 5f0c6f3a`,
  run: async (context) => {
    const { explain } = await import('../stored/explain.ts');
    return explain(context);
  },
});

const sbomCommand = defineCommand({
  name: 'sbom',
  summary: 'Writes the SBOM of a scan to standard output.',
  positionals: [id],
  flags: sbomFlags,
  example: `scangate sbom ${exampleId} --spdx > sbom.spdx.json`,
  run: async (context) => {
    const { writeSbom } = await import('../stored/write-sbom.ts');
    return writeSbom(context);
  },
});

export const diffCommand = defineCommand({
  name: 'diff',
  summary: 'Compares the scans of two commits.',
  positionals: [
    { name: 'BASE', isRequired: true },
    { name: 'HEAD', isRequired: true },
  ],
  flags: diffFlags,
  notes: [
    'BASE and HEAD are scanned commits, or scan ids of one repository. The newest scan of a commit is used.',
    noGate,
  ],
  example: 'scangate diff main HEAD --scan',
  run: async (context) => {
    const { diff } = await import('../stored/diff.ts');
    return diff(context);
  },
});

const searchCommand = defineCommand({
  name: 'search',
  summary: 'Shows which repositories use a package.',
  positionals: [{ name: 'PURL', isRequired: true }],
  flags: {},
  notes: [
    'PURL is a package URL without version, with one, or with a range of versions. It searches the last scans of the default branches.',
  ],
  example: 'scangate search "pkg:npm/lodash@<4.17.21"',
  run: async (context) => {
    const { search } = await import('../stored/search.ts');
    return search(context);
  },
});

export const storedScanCommands: readonly AnyCommand[] = [
  findingsCommand,
  explainCommand,
  sbomCommand,
  diffCommand,
  searchCommand,
];
