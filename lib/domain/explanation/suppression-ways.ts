import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/policy';

export const suppressionWays = ['allow_comment', 'ignore_file', 'waiver'] as const;

/** A way in which a finding could be suppressed or waived under the policy. */
export interface SuppressionWay {
  way: (typeof suppressionWays)[number];
  /** The text to write: the comment, the line of the ignore file, or the match of the waiver as JSON. */
  text: string;
  /** When it counts. */
  counts: string;
}

const whenCounts: Record<'reviewed' | 'commit', string> = {
  reviewed: 'once the reviewed side of the repository has it',
  commit: 'at once, in the commit that has it',
};

const ignoreLineOf = (finding: Finding): string | undefined => {
  if (finding.kind === 'secret') return `secrets:${finding.rule} ${finding.file}`;
  if (finding.kind === 'code') return `sast:${finding.rule} ${finding.file}`;
  if (finding.kind === 'source') return `sca:${finding.rule} ${finding.file}`;
  if (finding.kind === 'vulnerability') return `sca:${finding.advisoryId}`;
  return finding.kind === 'license' ? `license:${finding.license}` : undefined;
};

const matchOf = (finding: Finding): Record<string, string> => {
  if (finding.kind === 'vulnerability') return { advisory: finding.advisoryId };
  if (finding.kind === 'license') return { license: finding.license };
  return 'rule' in finding
    ? { rule: finding.rule, path: finding.file }
    : { fingerprint: finding.fingerprint };
};

const ruleOf = (finding: Finding): string => {
  if (finding.kind === 'vulnerability') return finding.advisoryId;
  return 'rule' in finding ? finding.rule : '';
};

/** Lists the ways in which a finding could have been suppressed or waived under a policy. */
export const waysToSuppress = (finding: Finding, policy: GatePolicy): SuppressionWay[] => {
  const mode = policy.suppressions ?? 'reviewed';
  const ways: SuppressionWay[] = [];
  if (mode !== 'none') {
    const counts = whenCounts[mode];
    const line = ignoreLineOf(finding);
    if (finding.kind === 'secret' || finding.kind === 'code')
      ways.push({ way: 'allow_comment', text: `scangate:allow ${finding.rule} <reason>`, counts });
    if (line !== undefined) ways.push({ way: 'ignore_file', text: `${line} # <reason>`, counts });
  }
  if (!policy.neverWaive?.includes(ruleOf(finding)))
    ways.push({
      way: 'waiver',
      text: JSON.stringify(matchOf(finding)),
      counts: 'from its approval until it expires',
    });
  return ways;
};
