import type { ReportType } from './report-formats.ts';

/** The media type of each report of findings, by its name on the command line and in links. */
export const reportMediaTypes = {
  sarif: 'application/sarif+json',
  junit: 'application/junit+xml',
  markdown: 'text/markdown; charset=utf-8',
  'cyclonedx-vex': 'application/vnd.cyclonedx+json; version=1.6',
  'gitlab-codequality': 'application/vnd.gitlab.code-quality+json',
  'gl-sast': 'application/vnd.gitlab.sast+json; version=15.2.1',
  'gl-secret-detection': 'application/vnd.gitlab.secret-detection+json; version=15.2.1',
  'gl-dependency-scanning': 'application/vnd.gitlab.dependency-scanning+json; version=15.2.1',
} as const satisfies Record<string, ReportType>;

export type ReportName = keyof typeof reportMediaTypes;
export const reportNames = Object.keys(reportMediaTypes) as ReportName[];

/** The media types of an SBOM, by name. */
export const sbomMediaTypes = {
  cyclonedx: 'application/vnd.cyclonedx+json; version=1.6',
  spdx: 'application/spdx+json; version=2.3',
} as const;

export type SbomName = keyof typeof sbomMediaTypes;
export const sbomNames = Object.keys(sbomMediaTypes) as SbomName[];

const endings: Readonly<Record<ReportName | SbomName, string>> = {
  sarif: 'findings.sarif',
  junit: 'findings.junit.xml',
  markdown: 'findings.md',
  'cyclonedx-vex': 'vex.cdx.json',
  'gitlab-codequality': 'gl-code-quality-report.json',
  'gl-sast': 'gl-sast-report.json',
  'gl-secret-detection': 'gl-secret-detection-report.json',
  'gl-dependency-scanning': 'gl-dependency-scanning-report.json',
  cyclonedx: 'sbom.cdx.json',
  spdx: 'sbom.spdx.json',
};

const maxNameLength = 80;
const hashLength = 12;

/** Keeps the characters of an untrusted name that every file system and header accepts. */
const plain = (name: string): string =>
  name
    .slice(0, maxNameLength)
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Returns the file name under which a browser saves a document. */
export const reportFileName = (
  name: ReportName | SbomName,
  { fullName, commitHash }: { fullName: string; commitHash: string },
): string => [plain(fullName) || 'scan', plain(commitHash).slice(0, hashLength), endings[name]].join('-');
