import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { sarifReport } from '@scangate/domain/reports/sarif/sarif';
import { renderReport, type ReportArguments } from '../ended-scan.ts';

/** Validates against the official schema, which the package of Microsoft's SARIF SDK contains. */
const validator = () => {
  const path = 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = JSON.parse(readFileSync(path, 'utf8')) as object & {
    $schema: string;
    id: string;
  };
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
};
const validate = validator();

interface Located {
  physicalLocation: {
    artifactLocation: { uri: string; uriBaseId: string };
    region: { startLine: number; startColumn?: number; endLine?: number; endColumn?: number };
  };
}
export interface Result {
  ruleId: string;
  ruleIndex: number;
  kind: string;
  level: string;
  message: { text: string };
  locations: Located[];
  partialFingerprints: Record<string, string>;
  codeFlows?: { threadFlows: { locations: { location: Located & { message: { text: string } } }[] }[] }[];
  suppressions: { kind: string; status: string; justification: string }[];
  properties: Record<string, unknown>;
}
interface Rule {
  id: string;
  shortDescription: { text: string };
  help: { text: string; markdown: string };
  helpUri?: string;
  properties: { tags: string[]; 'security-severity'?: string };
}
interface Run {
  tool: { driver: { rules: Rule[]; version: string; semanticVersion: string; informationUri: string } };
  results: Result[];
  automationDetails: { id: string };
  versionControlProvenance: { repositoryUri: string; revisionId: string; branch?: string }[];
  invocations: {
    executionSuccessful: boolean;
    toolExecutionNotifications: { level: string; message: { text: string } }[];
  }[];
}

/** Renders a report that the official schema accepts, and returns its run. */
export const sarif = (...args: ReportArguments): Run => {
  const document = JSON.parse(renderReport(sarifReport, ...args)) as { version: string; runs: Run[] };
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  expect([document.version, document.runs.length]).toEqual(['2.1.0', 1]);
  return document.runs[0]!;
};
export const only = (run: Run): Result => {
  expect(run.results).toHaveLength(1);
  return run.results[0]!;
};
