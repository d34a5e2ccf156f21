import { compareText } from '../model/compare-text.ts';
import { fingerprint } from '../finding-fingerprint.ts';
import type { Component, Ecosystem } from '../model/component.ts';
import type { UpgradeFinding } from '../model/finding.ts';
import { bySeverity, type Severity } from '../model/severity.ts';
import type { Vulnerability } from '../sca/merge-aliases.ts';
import { packageName } from '../advisories/package-name.ts';
import { isBreaking } from './breaking-change.ts';
import type { PinnedRuntime } from './pinned-runtimes.ts';
import type { Upgrade } from './find-upgrade.ts';

/** A component with an ecosystem and a version. */
export type PinnedComponent = Component & { ecosystem: Ecosystem; version: string };

type About = Pick<
  UpgradeFinding,
  'fingerprint' | 'kind' | 'purl' | 'packageName' | 'version' | 'scope' | 'direct' | 'via' | 'file'
>;

/** Bounds the dependents that one piece of advice names. */
const maxNamed = 20;

const nothing = { clears: [], remaining: [], breaking: false };

/**
 * Builds the common members. The fingerprint covers package, file and kind of advice but no version, so an
 * insufficient upgrade keeps it. Upgrade and removal share a kind, because the snapshot decides between them.
 */
const about = (
  component: PinnedComponent,
  topic: 'safety' | 'deprecated' | 'end_of_life',
  via: string[],
): About => {
  const { ecosystem, name, version, purl, scope, direct, file } = component;
  const identity = ['upgrade', topic, ecosystem, packageName(ecosystem, name), file];
  return {
    fingerprint: fingerprint(JSON.stringify(identity)),
    kind: 'upgrade',
    ...(purl !== undefined && { purl }),
    packageName: name,
    version,
    scope,
    direct,
    via,
    file,
  };
};

const worstOf = (vulnerabilities: readonly Vulnerability[]): Severity =>
  vulnerabilities.map(({ severity }) => severity).sort(bySeverity)[0] ?? 'unknown';

const idsOf = (vulnerabilities: readonly Vulnerability[]): string[] =>
  vulnerabilities.map(({ id }) => id).sort();

/** Writes a version as go.mod does; advisories omit the `v` and the suffix. */
const asWritten = ({ ecosystem, version }: PinnedComponent, to: string): string => {
  if (ecosystem !== 'Go' || !version.startsWith('v')) return to;
  const suffix = version.endsWith('+incompatible') && !to.includes('+') ? '+incompatible' : '';
  return `${to.startsWith('v') ? '' : 'v'}${to}${suffix}`;
};

/** Tells whether no version fixes it, or all fixed versions have other vulnerabilities. */
const withoutUpgrade = (
  { name, version }: PinnedComponent,
  { obstacle }: Upgrade,
): Pick<UpgradeFinding, 'title' | 'advice' | 'breaking' | 'reason'> => ({
  advice: 'no_fix',
  breaking: false,
  title: obstacle
    ? `Every fixed version of ${name} has other vulnerabilities than ${version}`
    : `No known version of ${name} fixes the vulnerabilities of ${version}`,
  reason: obstacle
    ? `${obstacle.version} fixes some of it but may have ${obstacle.ids.join(', ')}: replace it or accept it`
    : 'every known version is affected: replace it or accept it',
});

/** Advises how to fix known vulnerabilities. */
export const upgradeAdvice = (
  component: PinnedComponent,
  upgrade: Upgrade,
  via: string[],
): UpgradeFinding => {
  const { cleared, remaining, refusedBy = [] } = upgrade;
  const { name, version } = component;
  const common = { ...about(component, 'safety', via), clears: idsOf(cleared), remaining: idsOf(remaining) };
  if (upgrade.to === undefined) {
    return { ...common, ...withoutUpgrade(component, upgrade), severity: worstOf(remaining) };
  }
  const upgradeTo = asWritten(component, upgrade.to);
  return {
    ...common,
    severity: worstOf(cleared),
    title: `Upgrade ${name} from ${version} to ${upgradeTo}`,
    advice: 'upgrade',
    upgradeTo,
    breaking: isBreaking(component.ecosystem, version, upgradeTo),
    ...(refusedBy.length > 0 && { refusedBy: refusedBy.toSorted(compareText).slice(0, maxNamed) }),
    ...(remaining.length > 0 && { reason: 'no known version fixes all of them: this one leaves the fewest' }),
  };
};

/** Advises to remove a malicious package. A later version is named only if it is clear of all advisories. */
export const removalAdvice = (
  component: PinnedComponent,
  { to, cleared, remaining }: Upgrade,
  via: string[],
): UpgradeFinding => {
  const upgradeTo = to !== undefined && remaining.length === 0 ? asWritten(component, to) : undefined;
  return {
    ...about(component, 'safety', via),
    ...nothing,
    severity: 'critical',
    title: `Remove ${component.name}@${component.version}: it is malicious`,
    advice: 'remove',
    ...(upgradeTo !== undefined && {
      upgradeTo,
      breaking: isBreaking(component.ecosystem, component.version, upgradeTo),
    }),
    clears: idsOf([...cleared, ...remaining]),
    reason: 'rotate every secret that it could read where it was installed',
  };
};

/**
 * Advises about a version that its registry deprecates: it has no known vulnerability but will not be
 * maintained.
 */
export const deprecationAdvice = (
  component: PinnedComponent & { deprecated: string },
  via: string[],
): UpgradeFinding => ({
  ...about(component, 'deprecated', via),
  ...nothing,
  severity: 'low',
  title: `${component.name}@${component.version} is deprecated`,
  advice: 'deprecated',
  reason: component.deprecated,
});

interface Ended {
  line: string;
  endedOn: string;
}

const endedText = ({ line, endedOn }: Ended): string => `no security fixes for ${line} since ${endedOn}`;

/** Advises about a release line without security fixes, in which the next vulnerability stays open. */
export const endOfLifeAdvice = (component: PinnedComponent, ended: Ended, via: string[]): UpgradeFinding => ({
  ...about(component, 'end_of_life', via),
  ...nothing,
  severity: 'medium',
  title: `${component.name} ${ended.line} is out of support`,
  advice: 'end_of_life',
  reason: endedText(ended),
});

export const runtimeAdvice = ({ product, version, file }: PinnedRuntime, ended: Ended): UpgradeFinding => ({
  ...nothing,
  fingerprint: fingerprint(JSON.stringify(['upgrade', 'end_of_life', 'runtime', product, file])),
  kind: 'upgrade',
  severity: 'medium',
  title: `${product} ${ended.line} is out of support`,
  advice: 'end_of_life',
  packageName: product,
  version,
  scope: 'required',
  direct: true,
  via: [],
  reason: endedText(ended),
  file,
});
