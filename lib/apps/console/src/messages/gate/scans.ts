import { defineMessages } from '../define-messages.ts';
import { plural } from '../format.ts';

/** The list of scans. */
export const scansMessages = defineMessages({
  title: 'Scans',
  new: 'New scan',
  list: 'Scans',
  verdict: 'Verdict',
  repository: 'Repository',
  commit: 'Commit',
  branch: 'Branch',
  reason: 'Reason',
  trigger: 'Trigger',
  when: 'When',
  findings: 'Findings',
  filters: { verdict: 'Verdict', status: 'Status', trigger: 'Trigger', branch: 'Branch', period: 'When' },
  empty: 'No scans yet',
  emptyHelp: 'Scan a branch of a connected repository, or drop a lockfile.',
  noMatch: 'No scan matches',
  noMatchHelp: 'Clear a filter.',
});

/** A new scan: what, then what it costs, then the scan. */
export const newScanMessages = defineMessages({
  title: 'New scan',
  source: 'Scan',
  sources: { branch: 'A branch', file: 'A lockfile or an SBOM' },
  repository: 'Repository',
  chooseRepository: 'Choose a repository',
  branch: 'Branch',
  chooseBranch: 'Choose a branch',
  commit: 'Commit',
  commitHelp: 'The full hash. Filled with the tip of the branch; you can enter any other commit.',
  fileCommitHelp: 'The full hash of the commit that the file belongs to.',
  commitInvalid: 'A full hash has 40 or 64 characters, 0–9 and a–f.',
  unit: 'Project unit',
  unitHelp: 'The unit that the file belongs to.',
  rootUnit: '(root)',
  chooseUnit: 'Choose a unit',
  unitOption: (path: string, type: string) => `${path}, ${type}`,
  drop: 'Lockfile or CycloneDX SBOM',
  dropHelp: 'At most 10 MB, and 4.5 MB compressed. The command line takes larger ones.',
  dropped: { lockfile: 'Lockfile {name}', sbom: 'CycloneDX SBOM {name}' },
  dropProblems: {
    empty: (_megabytes: string) => 'The file is empty.',
    too_large: (megabytes: string) => `The file has ${megabytes} MB. The maximum is 10 MB.`,
    too_large_compressed: (megabytes: string) =>
      `The file has ${megabytes} MB compressed, and this page sends at most 4.5 MB. Use the command line: scangate scan --lockfile.`,
    not_text: (_megabytes: string) => 'The file is not text. Drop the lockfile itself, not an archive.',
    not_json: (_megabytes: string) => 'The file is not JSON, although its name says so.',
    not_cyclonedx: (_megabytes: string) =>
      'The file is JSON, but neither a lockfile nor a CycloneDX document.',
    other_sbom: (_megabytes: string) =>
      'The file is an SBOM, but not CycloneDX JSON. Use the command line, which takes it as it is: scangate scan --sbom.',
    unreadable: (_megabytes: string) => 'The file cannot be read. It may have been moved.',
  },
  types: 'Scan types',
  typesAll: 'If none is checked, every type that the organization may use.',
  skipped: 'Not scanned: {type} ({reason})',
  quote: 'Cost',
  quoteWaits: 'Choose what to scan; the cost appears here before anything starts.',
  quoteCore: (count: number) => plural(count, 'core credit', 'core credits'),
  quoteSast: (count: number) => plural(count, 'SAST credit', 'SAST credits'),
  quoteAtMost: 'Maximum. Unchanged units are free; units found later are charged.',
  quoteAfter: (pool: string, before: string, after: string) => `${pool}: ${before} now, ${after} after`,
  pools: { core: 'Core credits', sast: 'SAST credits' },
  free: 'Free',
  known:
    'This commit was scanned within a day with the same policy. That scan opens, and nothing is charged.',
  submit: 'Scan',
  openKnown: 'Open its scan',
});
