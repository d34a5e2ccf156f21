import type { Finding } from '@scangate/client';
import type * as z from 'zod';
import type { finding as shape } from './shapes.ts';

const packageOf = (finding: Finding): string | undefined => {
  if (!('packageName' in finding) || finding.packageName === undefined) return undefined;
  return finding.version === undefined ? finding.packageName : `${finding.packageName}@${finding.version}`;
};

const fixOf = (finding: Finding): string | undefined => {
  if (finding.kind === 'vulnerability') return finding.fixedVersions[0];
  return finding.kind === 'upgrade' ? finding.upgradeTo : undefined;
};

/** The part of a finding that an assistant needs to say what it is and where. */
export const shownFinding = (finding: Finding): z.input<typeof shape> => {
  const [named, fixedIn] = [packageOf(finding), fixOf(finding)];
  const isSuppressed = finding.suppressed !== undefined || finding.waived !== undefined;
  return {
    fingerprint: finding.fingerprint,
    kind: finding.kind,
    severity: finding.severity,
    title: finding.title,
    ...(named !== undefined && { package: named }),
    ...(fixedIn !== undefined && { fixedIn }),
    file: finding.file,
    ...(finding.line !== undefined && { line: finding.line }),
    ...(isSuppressed && { suppressed: true }),
  };
};
