import type { ReportType } from '@scangate/domain/reports/report-formats';

/** The media type of each report that the service writes. `json` is the command line's own document. */
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

export type ServiceReport = keyof typeof reportMediaTypes;

/** The SBOMs, which are documents of their own. */
export const sbomMediaTypes = {
  cyclonedx: 'application/vnd.cyclonedx+json; version=1.6',
  spdx: 'application/spdx+json',
} as const;

export type SbomFormat = keyof typeof sbomMediaTypes;

export type ReportFormat = ServiceReport | SbomFormat | 'json';

export const reportFormatNames = [
  ...Object.keys(reportMediaTypes),
  ...Object.keys(sbomMediaTypes),
  'json',
] as readonly ReportFormat[];

/** Whether a format is that of an SBOM. */
export const isSbom = (format: ReportFormat): format is SbomFormat => Object.hasOwn(sbomMediaTypes, format);
