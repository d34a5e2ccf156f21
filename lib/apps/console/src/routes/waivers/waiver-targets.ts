import type { ArgumentsOf, Finding } from '@scangate/client';
import { millisecondsPerDay } from '@scangate/console/messages/calendar.ts';

export type WaiverRequest = ArgumentsOf<'create-waiver'>[0]['body'];
export type WaiverMatch = WaiverRequest['match'];

/** Says what a waiver may cover, from the narrowest to the widest. */
export type TargetName =
  | 'finding'
  | 'advisory'
  | 'rule_here'
  | 'rule'
  | 'license_package'
  | 'license'
  | 'package';

export interface WaiverTarget {
  name: TargetName;
  match: WaiverMatch;
}

/** The part of a finding that a waiver can name. */
export interface WaivableFinding {
  fingerprint: string;
  kind: Finding['kind'];
  rule?: string;
  file?: string;
  advisoryId?: string;
  purl?: string | undefined;
  license?: string;
}

/** A glob of a waiver reads these as patterns, so a path with one of them is no exact path. */
const isPlainPath = (file: string): boolean => !/[*?[\]{}!\\]/.test(file);

const byKind = (finding: WaivableFinding): WaiverTarget[] => {
  const { kind, rule, file, advisoryId, purl, license } = finding;
  if (kind === 'vulnerability' && advisoryId !== undefined)
    return [
      { name: 'advisory', match: { advisory: advisoryId } },
      ...(purl === undefined ? [] : [{ name: 'package' as const, match: { package: purl } }]),
    ];
  if (kind === 'license' && license !== undefined)
    return [
      ...(purl === undefined
        ? []
        : [{ name: 'license_package' as const, match: { license, package: purl } }]),
      { name: 'license', match: { license } },
    ];
  if (rule === undefined) return [];
  return [
    ...(file !== undefined && isPlainPath(file)
      ? [{ name: 'rule_here' as const, match: { rule, path: `/${file}` } }]
      : []),
    { name: 'rule', match: { rule } },
  ];
};

/** Returns what a waiver for a finding may cover. The finding alone comes first: it is the least. */
export const waiverTargets = (finding: WaivableFinding): readonly WaiverTarget[] => [
  { name: 'finding', match: { fingerprint: finding.fingerprint } },
  ...byKind(finding),
];

/** The last day of a waiver that lasts a number of days from now. */
export const dayIn = (now: number, days: number): string =>
  new Date(now + days * millisecondsPerDay).toISOString().slice(0, 10);

/** A reason is one line, whatever was typed or pasted. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
