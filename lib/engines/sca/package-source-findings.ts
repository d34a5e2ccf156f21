import { fingerprint } from '../finding-fingerprint.ts';
import type { SourceFinding } from '../model/finding.ts';
import type { SourcePolicy } from '../model/gate/policy.ts';
import type { SourceProblem, SourceRule } from '../model/source-problem.ts';
import { bySeverity, type Severity } from '../model/severity.ts';
import { compareText } from '../model/compare-text.ts';
import type { EngineInput } from '../engine.ts';
import { packageName } from '../advisories/package-name.ts';

const titles: Record<SourceRule, string> = {
  'resolved-mismatch': 'The lockfile takes a package from the URL of another one',
  'unexpected-host': 'The lockfile takes a package from an unexpected host',
  'missing-integrity': 'The lockfile has no hash of a package',
  'git-source': 'The lockfile takes a package from a git repository',
  'url-source': 'The lockfile takes a package from a URL that is not a registry',
  'insecure-source': 'The project takes packages from a source without encryption or verification',
  'extra-registry': 'The project uses an additional registry',
  'named-registry': 'The project takes packages from a registry that only the repository names',
  'replaced-package': 'The project replaces a package with another one',
};

/** Private registries and forks are common: a repository that names one is reported, but not as a defect. */
const usual: Partial<Record<SourceRule, Severity>> = {
  'named-registry': 'medium',
  'replaced-package': 'medium',
};

/** Rules about the source itself, which the organization accepts by its host. */
const aboutHost: ReadonlySet<SourceRule> = new Set([
  'unexpected-host',
  'git-source',
  'url-source',
  'named-registry',
  'replaced-package',
]);

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

const isAllowed = ({ rule, host }: SourceProblem, { allowedHosts = [] }: SourcePolicy): boolean =>
  host !== undefined &&
  aboutHost.has(rule) &&
  allowedHosts.some((pattern) => covers(pattern.toLowerCase(), host));

/** Rules about the configuration of the project. */
const aboutProject: ReadonlySet<SourceRule> = new Set([
  'extra-registry',
  'named-registry',
  'insecure-source',
]);

const label = ({ rule, packageName: name, version }: SourceProblem): string => {
  if (name === undefined) return aboutProject.has(rule) ? 'The project' : 'The lockfile';
  return version === undefined ? name : `${name}@${version}`;
};

/** The fingerprint has no version, so that an update from the same source keeps it, but it has the host. */
const findingOf = (problem: SourceProblem, { severities = {} }: SourcePolicy): SourceFinding => {
  const { rule, detail, file, line, ecosystem, packageName: name, version, host } = problem;
  const named = name === undefined ? '' : packageName(ecosystem, name);
  return {
    kind: 'source',
    fingerprint: fingerprint(JSON.stringify(['source', rule, ecosystem, named, host ?? '', file])),
    severity: severities[rule] ?? usual[rule] ?? 'high',
    title: titles[rule],
    rule,
    ...(name !== undefined && { packageName: name }),
    ...(version !== undefined && { version }),
    message: `${label(problem)}: ${detail}.`,
    file,
    ...(line !== undefined && { line }),
  };
};

const sortKey = ({ file, packageName: name = '', version = '', rule }: SourceFinding): string =>
  [file, name, version, rule].join('\n');

/** Judges the sources in the lockfiles of a unit by the policy. */
export const sourceFindings = ({
  inventory,
  policy,
}: Pick<EngineInput, 'inventory' | 'policy'>): SourceFinding[] => {
  const settings = policy.sources ?? {};
  return (inventory.sources ?? [])
    .filter((problem) => !isAllowed(problem, settings))
    .map((problem) => findingOf(problem, settings))
    .sort((a, b) => bySeverity(a.severity, b.severity) || compareText(sortKey(a), sortKey(b)));
};
