import { derivedId } from '@scangate/engines/model/digest';
import { tool } from '@scangate/engines/model/tool';
import type { ScanUnit } from '../records.ts';
import { strongerScope, type DependencyScope } from '@scangate/engines/model/component';
import type { Finding, VulnerabilityFinding } from '@scangate/engines/model/finding';
import { advisorySource } from './advisory-source.ts';
import { describeFinding } from './finding-description.ts';
import { oneLine, safeHttpUrl } from './safe-text.ts';
import { repositoryPath, type ReportWriter, type ReportSubject } from './report-writer.ts';
import { toleranceOf } from './tolerated.ts';

const sourceOf = (id: string) => {
  const { name, url } = advisorySource(id);
  return { name, url };
};

const methodOf = (vector: string): string => {
  if (vector.startsWith('CVSS:4')) return 'CVSSv4';
  if (vector.startsWith('CVSS:3.1')) return 'CVSSv31';
  return vector.startsWith('CVSS:3') ? 'CVSSv3' : 'CVSSv2';
};

const ratingOf = ({ severity, cvss }: VulnerabilityFinding): object =>
  cvss
    ? { score: cvss.score, severity, method: methodOf(cvss.vector), vector: oneLine(cvss.vector) }
    : { severity };

/** The reference of a component. The same package in two units is one component. */
const refOf = ({ purl, packageName, version }: VulnerabilityFinding): string =>
  oneLine(purl ?? '') || oneLine(`${packageName}@${version}`);

const componentOf = (finding: VulnerabilityFinding, scope: DependencyScope): object => {
  const { purl, packageName, version } = finding;
  return {
    type: 'library',
    'bom-ref': refOf(finding),
    name: oneLine(packageName),
    ...(version !== '' && { version: oneLine(version) }),
    ...(scope === 'dev' && { scope: 'excluded' }),
    ...(scope === 'optional' && { scope }),
    ...(purl !== undefined && { purl: oneLine(purl) }),
  };
};

/**
 * The analysis of a tolerated vulnerability. Tolerating it means that nothing will be done, not that the product is
 * safe, so the state is never `not_affected`. A vulnerability that counts has no analysis.
 */
const analysisOf = (finding: VulnerabilityFinding): object | undefined => {
  const tolerance = toleranceOf(finding);
  return tolerance && { state: 'exploitable', response: ['will_not_fix'], detail: oneLine(tolerance.text) };
};

const property = (name: string, value: string): object => ({
  name: `scangate:${name}`,
  value: oneLine(value),
});

const vulnerabilityOf = (
  finding: VulnerabilityFinding,
  unit: Pick<ScanUnit, 'projectUnitId' | 'path'>,
  file: string,
): object => {
  const { advisoryId, aliases, title, version, url, dependencyPath, fingerprint } = finding;
  const advisory = safeHttpUrl(url);
  const analysis = analysisOf(finding);
  return {
    id: oneLine(advisoryId),
    source: sourceOf(advisoryId),
    references: aliases.map((id) => ({ id: oneLine(id), source: sourceOf(id) })),
    ratings: [ratingOf(finding)],
    description: oneLine(title),
    recommendation: oneLine(describeFinding(finding).remedy),
    ...(advisory !== undefined && { advisories: [{ url: advisory }] }),
    affects: [
      {
        ref: refOf(finding),
        ...(version !== '' && { versions: [{ version: oneLine(version), status: 'affected' }] }),
      },
    ],
    ...(analysis && { analysis }),
    properties: [
      property('fingerprint', fingerprint),
      property('unit:id', unit.projectUnitId),
      property('unit:path', unit.path),
      property('file', file),
      ...(dependencyPath.length > 0 ? [property('dependency-path', dependencyPath.join(' > '))] : []),
      ...(finding.epss ? [property('epss', String(finding.epss.score))] : []),
      ...(finding.kev ? [property('kev', finding.kev.dateAdded)] : []),
      ...(finding.waived ? [property('waiver', finding.waived.waiverId)] : []),
      ...(finding.malicious ? [property('malicious', 'true')] : []),
    ],
  };
};

const metadataOf = ({ scan, repository }: ReportSubject): object => ({
  timestamp: scan.finishedAt ?? scan.createdAt,
  tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
  component: {
    type: 'application',
    'bom-ref': `scangate:${scan.scanId}`,
    name: oneLine(repository.fullName),
    version: scan.commitHash,
  },
  properties: [
    property('repository', repository.fullName),
    property('commit', scan.commitHash),
    property('scan', scan.scanId),
    property('verdict', scan.verdict.verdict),
    property('advisory-snapshot', scan.verdict.advisorySnapshot.id),
    ...scan.verdict.coverage
      .filter(({ scanType, status }) => scanType === 'sca' && status !== 'assessed')
      .flatMap(({ status, gaps }) =>
        gaps.map(({ reason, file }) => property('gap', `${status}: ${file ? `${file}: ` : ''}${reason}`)),
      ),
  ],
});

/** The document of one or more scans, and its subject. */
export interface VexDocument {
  /** A UUID. */
  id: string;
  metadata: object;
}

/**
 * Writes CycloneDX 1.6 VEX piece by piece: the known vulnerabilities in dependencies, and their components. Findings of other
 * kinds (secrets, licenses, code) have no place in VEX.
 */
export const vexWriter = ({ id, metadata }: VexDocument) => {
  const components = new Map<string, { scope: DependencyScope; component: object }>();
  let separator = '';
  return {
    head: (): string => {
      const document = {
        $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        serialNumber: `urn:uuid:${id}`,
        version: 1,
        metadata,
      };
      return `${JSON.stringify(document).slice(0, -1)},"vulnerabilities":[`;
    },
    /** @param placeOf gives the path of a file as the document shows it. */
    *unit(
      unit: Pick<ScanUnit, 'projectUnitId' | 'path'>,
      findings: readonly Finding[],
      placeOf: (file: string) => string,
    ): Generator<string> {
      for (const finding of findings) {
        if (finding.kind !== 'vulnerability') continue;
        const known = components.get(refOf(finding));
        const scope = known ? strongerScope(known.scope, finding.scope) : finding.scope;
        components.set(refOf(finding), { scope, component: componentOf(finding, scope) });
        yield separator + JSON.stringify(vulnerabilityOf(finding, unit, placeOf(finding.file)));
        separator = ',\n';
      }
    },
    *tail(): Generator<string> {
      const listed = [...components.values()].map(({ component }) => component);
      yield `],"components":${JSON.stringify(listed)}}\n`;
    },
  };
};

/** The VEX document of one scan. */
export const vexReport = (subject: ReportSubject): ReportWriter => {
  const { scan } = subject;
  const writer = vexWriter({ id: derivedId('vex', scan.scanId), metadata: metadataOf(subject) });
  return {
    ...writer,
    unit: (unit, findings) => writer.unit(unit, findings, (file) => repositoryPath(scan, unit, file)),
  };
};
