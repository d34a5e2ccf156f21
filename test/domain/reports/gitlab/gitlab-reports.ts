import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { ReportWriterFactory } from '@scangate/domain/reports/report-writer';
import { codeQualityReport } from '@scangate/domain/reports/gitlab/code-quality';
import { dependencyScanningReport } from '@scangate/domain/reports/gitlab/gl-dependency-scanning';
import { sastReport } from '@scangate/domain/reports/gitlab/gl-sast';
import { secretDetectionReport } from '@scangate/domain/reports/gitlab/gl-secret-detection';
import { renderReport, type ReportArguments } from '../ended-scan.ts';
import * as schemas from './report-schemas.ts';

const ajv = new Ajv({ allErrors: true });

/** Renders a report that the schema accepts. */
const rendering = <T>(writer: ReportWriterFactory, schema: object) => {
  const validate = ajv.compile(schema);
  return (...args: ReportArguments): T => {
    const document = JSON.parse(renderReport(writer, ...args)) as T;
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
    return document;
  };
};

interface Issue {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: string;
  location: { path: string; lines: { begin: number } };
}
interface Signature {
  items: { signatures: { value: string }[] }[];
}
interface Vulnerability {
  id: string;
  name: string;
  description: string;
  severity: string;
  solution?: string;
  identifiers: { type: string; name: string; value: string; url?: string }[];
  location: Record<string, unknown> & { file: string };
  details?: Record<string, unknown>;
  cvss_vectors?: { vector: string }[];
  tracking?: Signature;
}
interface SecurityDocument {
  schema: string;
  scan: {
    status: string;
    start_time: string;
    end_time: string;
    messages: { level: string; value: string }[];
  };
  vulnerabilities: Vulnerability[];
}

export const codeQuality = rendering<Issue[]>(codeQualityReport, schemas.codeQuality);
export const sast = rendering<SecurityDocument>(sastReport, schemas.sast);
export const secretDetection = rendering<SecurityDocument>(secretDetectionReport, schemas.secretDetection);
export const dependencyScanning = rendering<SecurityDocument>(
  dependencyScanningReport,
  schemas.dependencyScanning,
);
