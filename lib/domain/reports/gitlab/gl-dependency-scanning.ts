import type { Finding, SourceFinding, VulnerabilityFinding } from '@scangate/engines/model/finding';
import { advisorySource } from '../advisory-source.ts';
import { oneLine } from '../safe-text.ts';
import type { GitlabFinding } from './gitlab-finding.ts';
import { securityReport, type Identifier } from './security-report.ts';

const advisoryIdentifier = (id: string): Identifier => {
  const { kind, url } = advisorySource(id);
  return { type: kind, name: id, value: id, url };
};

/** The metrics of the vectors that the format knows; version 4 is not among them. */
const v2 = /^(?:AV|AC|Au|C|I|A|E|RL|RC|CDP|TD|CR|IR|AR):[A-Z]{1,3}$/;
const v3 = /^(?:AV|AC|PR|UI|S|C|I|A|E|RL|RC|CR|IR|AR|MAV|MAC|MPR|MUI|MS|MC|MI|MA):[A-Z]$/;
const maxVector = 128;

const vectorsOf = ({ cvss }: VulnerabilityFinding): object => {
  const vector = cvss?.vector ?? '';
  if (vector.length > maxVector) return {};
  const isV3 = vector.startsWith('CVSS:3.0/') || vector.startsWith('CVSS:3.1/');
  const metrics = vector.split('/').slice(isV3 ? 1 : 0);
  const isKnown =
    vector.length >= (isV3 ? 32 : 16) && metrics.every((metric) => (isV3 ? v3 : v2).test(metric));
  return isKnown ? { cvss_vectors: [{ vendor: 'unknown', vector }] } : {};
};

const textDetail = (name: string, value: string) => ({ name, type: 'text', value: oneLine(value) });

/** A location of this format has no line, so it is put into the details. */
const detailsOf = ({ finding, path, line }: GitlabFinding): object => ({
  ...(finding.line !== undefined && {
    lockfile: { name: 'Lockfile', type: 'file-location', file_name: path, line_start: line },
  }),
  ...(finding.kind === 'vulnerability' &&
    finding.dependencyPath.length > 1 && {
      dependency_path: textDetail('Introduced through', finding.dependencyPath.join(' › ')),
    }),
  ...(finding.kind === 'vulnerability' &&
    finding.fixedVersions.length > 0 && {
      fixed_versions: textDetail('Fixed in', finding.fixedVersions.join(', ')),
    }),
});

type Dependency = VulnerabilityFinding | SourceFinding;
const isDependency = (finding: Finding): finding is Dependency =>
  finding.kind === 'vulnerability' || finding.kind === 'source';

const identifiersOf = (finding: Dependency): Identifier[] =>
  finding.kind === 'vulnerability'
    ? [finding.advisoryId, ...finding.aliases].map(advisoryIdentifier)
    : [{ type: 'scangate_rule', name: `sca/${finding.rule}`, value: `sca/${finding.rule}` }];

/**
 * Writes vulnerable dependencies, and sources that an installer would follow, as GitLab's Dependency Scanning
 * report.
 */
export const dependencyScanningReport = securityReport({
  type: 'dependency_scanning',
  scanType: 'sca',
  kinds: ['vulnerability', 'source'],
  vulnerability(found) {
    const { finding, path } = found;
    if (!isDependency(finding) || finding.packageName === undefined) return undefined;
    const details = detailsOf(found);
    return {
      identifiers: identifiersOf(finding),
      ...(finding.kind === 'vulnerability' && vectorsOf(finding)),
      location: {
        file: path,
        dependency: {
          package: { name: oneLine(finding.packageName) },
          version: oneLine(finding.version ?? ''),
          ...(finding.kind === 'vulnerability' && { direct: finding.direct }),
        },
      },
      ...(Object.keys(details).length > 0 && { details }),
    };
  },
});
