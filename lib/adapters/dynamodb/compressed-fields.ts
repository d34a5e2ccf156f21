import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordName, Records } from '@scangate/domain/record-changes';

/** A field that is stored deflated: JSON that is longer, or each text if there is no such limit. */
interface Form {
  longerThan?: number;
  /**
   * The usual content, the most frequent last. It is part of the stored form, so it must never change; what was stored without it
   * is read with it, too, because it refers to nothing before its beginning.
   */
  usual?: Buffer;
}

/** Reading a scan costs by its size, and so does each write: deflated, 40 units take one read unit. */
const long: Form = { longerThan: 1024 };

/** Content that takes half of the room that the units of a scan leave in its item. */
const large: Form = { longerThan: 128 * 1024 };

const verdict = Buffer.from(
  [
    '"scan_failed","secrets_above_threshold","critical_secrets_found","non_compliant_licenses_found","coverage_incomplete"],',
    '"licenseData":{"answered":0,"likely":0,"unanswered":0,"snapshot":"2026-","id":"sha256:","ecosystems":[{"ecosystem":"npm",',
    '"packages":0}]},"licenseSnapshot":{"id":"sha256:","day":"2026-"},"severityThreshold":"medium"},"severityThreshold":"high"},',
    '"nothingToAssess":true,"status":"partial","assessed":0,"gaps":[{"reason":"not_readable","count":1,"files":["","file":"package.json"}],',
    '{"verdict":"FAIL","reason":"vulnerabilities_above_threshold","reasons":["vulnerabilities_above_threshold"],',
    '{"verdict":"FAIL","reason":"critical_vulnerabilities_found","reasons":["critical_vulnerabilities_found"],"summary":',
    '{"verdict":"PASS","reason":"no_issues_found","reasons":["no_issues_found"],"summary":',
    '{"vulnerabilities":{"critical":1,"high":2,"medium":0,"low":0,"unknown":0,',
    '"total":3,"dependencies":3,"code":0},"secrets":{"critical":0,"high":0,"medium":0,"low":0,"unknown":0,"total":0},',
    '"licenses":{"compliant":1,"nonCompliant":0,"unknown":0,"total":1},"severityThreshold":"critical"},"judgedAt":"2026-12-01T0',
    '","advisorySnapshot":{"id":"","builtAt":"2026-12-01T0"},"inventoryDigest":"sha256:","policyDigest":"sha256:","waiversDigest":',
    '"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","suppressionsDigest":',
    '"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","coverage":[{"projectUnitId":"',
    '","scanType":"sbom","status":"assessed","assessed":1,"gaps":[]},{"projectUnitId":"","scanType":"sca","status":"assessed",',
    '"assessed":1,"gaps":[],"canary":"found"},{"projectUnitId":"","scanType":"license","status":"assessed","assessed":1,"gaps":[],',
    '"canary":"found"},{"projectUnitId":"","scanType":"dependency-advisor","status":"assessed","assessed":1,"gaps":[],',
    '"canary":"found"},{"projectUnitId":"","scanType":"secrets","status":"assessed","assessed":3,"gaps":[],"canary":"found"},',
    '{"projectUnitId":"","scanType":"sast","status":"unassessed","assessed":0,"gaps":[{"reason":"sast_addon_required"}]}],',
    '"missingScanTypes":[],"suppressionsProposed":[],"suppressionsUnused":[]}',
  ].join(''),
);

const statement = Buffer.from(
  [
    '"not_assessed","unassessedScanTypes":["skippedScanTypes":[,"missingScanTypes":["sast"],"sast":["0.1.0',
    '"high_vulnerabilities_found","secrets_found","non_compliant_licenses_found","new_findings","verifiedLevels":["PASSED"]',
    '{"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"","digest":{"gitCommit":"',
    '"}}],"predicateType":"https://slsa.dev/verification_summary/v1","predicate":{"verifier":{"id":"https://',
    '"},"timeVerified":"2026-01-01T1","resourceUri":"https://github.com/","policy":{"digest":{"sha256":"',
    '"}},"verificationResult":"FAILED","verifiedLevels":["FAILED"],"urn:scangate:verdict:v1":{"organizationId":"',
    '","scanId":"01a","scanTypes":["sbom","sca","license","dependency-advisor","secrets"],"fullScope":true,"complete":',
    'false,"missingScanTypes":[],"unassessedScanTypes":[],"reasons":["critical_vulnerabilities_found"],"inventoryDigest":',
    '"sha256:","policyDigest":"sha256:","waiversDigest":',
    '"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","suppressionsDigest":',
    '"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","coverageDigest":"sha256:',
    '","advisorySnapshot":{"id":"","builtAt":"2026-01-01T1"},"engines":{"dependency-advisor":["0.1.0"],"license":["0.1.0"],',
    '"sbom":["0.1.0"],"sca":["0.1.0"],"secrets":["0.1.0+"]},"evidence":{"gate.json":"","/findings.json":"","/sbom.json":"',
  ].join(''),
);

/**
 * Long texts with many digests and few words, and long lists of equal fields: deflated, they cost a half or a third
 * of the read and write units, and a thousand units with their coverage fit into an item. The result of reading is
 * the same.
 */
const deflatedFields: { [R in RecordName]?: { [F in keyof Records[R] & string]?: Form } } = {
  attestation: { statement: { usual: statement } },
  baseScan: { units: long },
  followedCommit: { units: long },
  keptUnit: { results: long },
  repository: { units: long },
  // So a scan of one unit stays within a write unit.
  scan: { pullRequestCheck: large, units: long, verdict: { longerThan: 512, usual: verdict } },
};

/** The limit of the content; the service writes none that is longer. */
const maxBytes = 16 * 1024 * 1024;

const formsOf = (record: RecordName): Record<string, Form | undefined> | undefined => deflatedFields[record];

/** Returns the content of a field in its stored form. */
export const stored = (record: RecordName, field: string, content: unknown): unknown => {
  const form = formsOf(record)?.[field];
  if (form === undefined) return content;
  const { longerThan, usual } = form;
  const text = longerThan === undefined ? content : JSON.stringify(content);
  if (typeof text !== 'string' || (longerThan !== undefined && text.length <= longerThan)) return content;
  return deflateRawSync(text, { level: 9, ...(usual && { dictionary: usual }) });
};

/** Returns the fields of an item with the deflated ones inflated. */
export const withInflated = (
  record: RecordName,
  fields: Record<string, unknown>,
): Record<string, unknown> => {
  const forms = formsOf(record);
  if (!forms) return fields;
  const inflated = { ...fields };
  for (const [field, form] of Object.entries(forms)) {
    const content = fields[field];
    if (!form || !(content instanceof Uint8Array)) continue;
    const { longerThan, usual } = form;
    const options = { maxOutputLength: maxBytes, ...(usual && { dictionary: usual }) };
    const text = inflateRawSync(content, options).toString('utf8');
    inflated[field] = longerThan === undefined ? text : (JSON.parse(text) as unknown);
  }
  return inflated;
};
