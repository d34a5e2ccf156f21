import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { alwaysCounts } from '@scangate/engines/model/gate/secret-liveness';

export const suppressionWays = ['allow_comment', 'ignore_file', 'waiver'] as const;

/** A way in which a finding could be suppressed or waived under the policy. */
export interface SuppressionWay {
  way: (typeof suppressionWays)[number];
  /** The text to write: the comment, the line of the ignore file at the root, or the match of the waiver as JSON. */
  text: string;
  /** The time when it takes effect. */
  counts: string;
}

const whenCounts: Record<'reviewed' | 'commit', string> = {
  reviewed: 'once the reviewed side of the repository has it',
  commit: 'at once, in the commit that has it',
};

/** A longer line of an ignore file is cut, and would cover something else. */
const longestLine = 400;

/**
 * The path of the finding's file alone, from the root of the repository. A line of the ignore file ends at a space
 * or `#`.
 */
const lineGlob = (file: string): string => `/${file}`.replaceAll(/[\s#]/g, '?');

const ignoreLineOf = (finding: Finding, file: string): string | undefined => {
  if (finding.kind === 'secret') return `secrets:${finding.rule} ${lineGlob(file)}`;
  if (finding.kind === 'code') return `sast:${finding.rule} ${lineGlob(file)}`;
  if (finding.kind === 'source') return `sca:${finding.rule} ${lineGlob(file)}`;
  if (finding.kind === 'vulnerability') return `sca:${finding.advisoryId}`;
  return finding.kind === 'license' ? `license:${finding.license}` : undefined;
};

/** Returns whether a waiver can name a text: printable ASCII that fits into a request and an audit event. */
const isNameable = (text: string, longest: number): boolean =>
  text.length <= longest && /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/.test(text);

const matchOf = (finding: Finding, file: string): Record<string, string> => {
  const { kind, fingerprint } = finding;
  if (kind === 'vulnerability') return { advisory: finding.advisoryId };
  if (kind === 'license' && isNameable(finding.license, 200)) return { license: finding.license };
  return 'rule' in finding && isNameable(`/${file}`, 512)
    ? { rule: finding.rule, path: `/${file}` }
    : { fingerprint };
};

const ruleOf = (finding: Finding): string => {
  if (finding.kind === 'vulnerability') return finding.advisoryId;
  return 'rule' in finding ? finding.rule : '';
};

/**
 * Lists the ways in which a finding could have been suppressed or waived under a policy.
 * @param unitPath the path of the finding's unit; empty where its files have complete paths.
 */
export const waysToSuppress = (finding: Finding, policy: GatePolicy, unitPath: string): SuppressionWay[] => {
  if (alwaysCounts(finding, policy.neverWaive)) return [];
  const file = unitPath === '' ? finding.file : `${unitPath}/${finding.file}`;
  const mode = policy.suppressions ?? 'reviewed';
  const ways: SuppressionWay[] = [];
  if (mode !== 'none') {
    const counts = whenCounts[mode];
    const line = ignoreLineOf(finding, file);
    if (finding.kind === 'secret' || finding.kind === 'code')
      ways.push({ way: 'allow_comment', text: `scangate:allow ${finding.rule} <reason>`, counts });
    if (line !== undefined && line.length <= longestLine)
      ways.push({ way: 'ignore_file', text: `${line} # <reason>`, counts });
  }
  if (!policy.neverWaive?.includes(ruleOf(finding)))
    ways.push({
      way: 'waiver',
      text: JSON.stringify(matchOf(finding, file)),
      counts: 'from its approval until it expires',
    });
  return ways;
};
