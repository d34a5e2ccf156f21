import { scanTypes } from '@scangate/engines/model/scan-type';
import { thresholds } from '@scangate/engines/model/severity';
import {
  choiceFlag,
  fileFlag,
  listFlag,
  numberFlag,
  switchFlag,
  textFlag,
  textsFlag,
  type Flag,
  type FlagValues,
} from '../arguments/flags.ts';
import { reportFormatNames } from './report-formats.ts';

/** The values of `--fail-on`. */
export const failOnChoices = [...thresholds, 'unassessed'] as const;
export type FailOn = (typeof failOnChoices)[number];

/** The values of `--gate`. */
export const gateChoices = ['api', 'pull-request'] as const;
export type Gate = (typeof gateChoices)[number];

const day = 86_400;

const reportFlags = {
  format: {
    ...textsFlag('F', `a report: ${reportFormatNames.join(', ')}; repeatable, each with its --output`),
    choices: reportFormatNames,
  } satisfies Flag<readonly string[]>,
  output: {
    ...textsFlag('FILE', 'where the report of the --format before it goes, - for standard output'),
    takesFile: true,
  } satisfies Flag<readonly string[]>,
} as const;

/** The flags about waiting, for `scan` and `wait`. */
export const waitFlags = {
  gate: choiceFlag('G', gateChoices, 'which judgment decides: api (the default) or pull-request'),
  'fail-on': choiceFlag('S', failOnChoices, 'also fail a PASS on critical, high, medium, low or unassessed'),
  timeout: numberFlag('SECONDS', { least: 1, most: day }, 'how long to wait for the verdict (1800)'),
  interval: numberFlag('SECONDS', { least: 1, most: 60 }, 'how often the service polls (5)'),
  ...reportFlags,
} as const;

/** The flags about the target, for `scan` and `quote`. */
export const targetFlags = {
  commit: textFlag('HASH', 'this commit: a hash, a short hash, a tag or HEAD (the default)'),
  branch: textFlag('NAME', 'the branch that the commit is on'),
  base: textFlag('HASH', 'compare with this commit'),
  'pull-request': numberFlag('N', { least: 1, most: 2 ** 31 - 1 }, 'the number of the pull request'),
  unit: textFlag('PATH', 'only this project unit'),
  types: listFlag('A,B', [...scanTypes, 'all'], `these scan types: ${scanTypes.join(', ')} or all`),
  lockfile: fileFlag('FILE', 'scan this local lockfile'),
  sbom: fileFlag('FILE', 'scan this local SBOM: CycloneDX, SPDX, syft or trivy'),
} as const;

const offlineFlags = {
  offline: switchFlag('scan on this machine: no service, no request, no credit'),
  advisories: {
    ...textsFlag('PATH', 'offline: OSV records as a directory, .zip, .json, .jsonl or .jsonl.gz; repeatable'),
    takesFile: true,
  } satisfies Flag<readonly string[]>,
  rules: fileFlag('FILE', 'offline: custom rules, in the same file as for rules set'),
  threshold: choiceFlag('T', thresholds, 'offline: what makes the verdict FAIL (critical)'),
  'working-tree': switchFlag('offline: the files as they are now'),
  staged: switchFlag('offline: the files as they are staged'),
} as const;

export const scanFlags = {
  ...targetFlags,
  ...waitFlags,
  'no-wait': switchFlag('print the id of the scan and exit'),
  'dry-run': switchFlag('print the request that would be sent, and send nothing'),
  'cancel-on-interrupt': switchFlag('cancel the scan on Ctrl-C'),
  ...offlineFlags,
} as const;

export type ScanFlagValues = FlagValues<typeof scanFlags>;
export type WaitFlagValues = FlagValues<typeof waitFlags>;
export type TargetFlagValues = FlagValues<typeof targetFlags>;
