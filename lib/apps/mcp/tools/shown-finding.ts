import { packageName } from '@scangate/cli/output/package-name';
import type { Finding } from '@scangate/client';
import type * as z from 'zod';
import type { finding as shape } from './shapes.ts';

const fixOf = (finding: Finding): string | undefined => {
  if (finding.kind === 'vulnerability') return finding.fixedVersions[0];
  return finding.kind === 'upgrade' ? finding.upgradeTo : undefined;
};

/** The part of a finding with which an assistant can describe and locate it. */
export const shownFinding = (finding: Finding): z.input<typeof shape> => {
  const [named, fixedIn] = ['packageName' in finding ? packageName(finding) : undefined, fixOf(finding)];
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
