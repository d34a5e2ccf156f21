import { codeQualityReport } from './gitlab/code-quality.ts';
import { dependencyScanningReport } from './gitlab/gl-dependency-scanning.ts';
import { sastReport } from './gitlab/gl-sast.ts';
import { secretDetectionReport } from './gitlab/gl-secret-detection.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { ReportWriterFactory } from './report-writer.ts';
import { sarifReport } from './sarif/sarif.ts';
import { vexReport } from './vex.ts';

/** The formats of a scan's findings other than paged JSON, by Content-Type. */
export const reportFormats = {
  'application/sarif+json': sarifReport,
  'application/vnd.cyclonedx+json; version=1.6': vexReport,
  'application/vnd.gitlab.code-quality+json': codeQualityReport,
  'application/vnd.gitlab.sast+json; version=15.2.1': sastReport,
  'application/vnd.gitlab.secret-detection+json; version=15.2.1': secretDetectionReport,
  'application/vnd.gitlab.dependency-scanning+json; version=15.2.1': dependencyScanningReport,
  'application/junit+xml': junitReport,
  'application/xml; charset=utf-8': junitReport,
  'text/markdown; charset=utf-8': markdownReport,
} as const satisfies Record<string, ReportWriterFactory>;

export type ReportType = keyof typeof reportFormats;
export const reportTypes = Object.keys(reportFormats) as ReportType[];
