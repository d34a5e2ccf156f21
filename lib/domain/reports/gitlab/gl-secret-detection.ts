import { sourcePlace } from './gl-sast.ts';
import { securityReport } from './security-report.ts';

/** Credentials in files, as GitLab's Secret Detection report. It has no extract of the source. */
export const secretDetectionReport = securityReport({
  type: 'secret_detection',
  scanType: 'secrets',
  kinds: ['secret'],
  vulnerability(found, { scan }) {
    const { finding } = found;
    if (finding.kind !== 'secret') return undefined;
    const { location, tracking } = sourcePlace(found);
    return {
      identifiers: [{ type: 'scangate_rule', name: finding.rule, value: finding.rule }],
      location: { ...location, commit: { sha: scan.commitHash } },
      tracking,
    };
  },
});
