import { reportMediaTypes, type ReportName } from '@scangate/domain/reports/report-names';

/** The SBOM formats, which are separate documents. */
export const sbomMediaTypes = {
  cyclonedx: 'application/vnd.cyclonedx+json; version=1.6',
  spdx: 'application/spdx+json',
} as const;

export type SbomFormat = keyof typeof sbomMediaTypes;

export type ReportFormat = ReportName | SbomFormat | 'json';

export const reportFormatNames = [
  ...Object.keys(reportMediaTypes),
  ...Object.keys(sbomMediaTypes),
  'json',
] as readonly ReportFormat[];

/** Whether a format is an SBOM format. */
export const isSbom = (format: ReportFormat): format is SbomFormat => Object.hasOwn(sbomMediaTypes, format);
