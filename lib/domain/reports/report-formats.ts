import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { ReportMaker } from './report.ts';
import { sarifReport } from './sarif.ts';
import { vexReport } from './vex.ts';

/** Every form of a scan's findings beside paged JSON, by the media type that asks for it. */
export const reportFormats = {
  'application/sarif+json': sarifReport,
  'application/vnd.cyclonedx+json; version=1.6': vexReport,
  'application/junit+xml': junitReport,
  'application/xml': junitReport,
  'text/markdown': markdownReport,
} as const satisfies Record<string, ReportMaker>;

export type ReportMediaType = keyof typeof reportFormats;
