import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordName, Records } from '@scangate/domain/record-changes';

/** A field that is stored deflated: as text with its usual content, or as JSON when it is long. */
type Form = { usual: Buffer } | ((content: unknown) => boolean);

const largerThan =
  (bytes: number): Form =>
  (content) =>
    JSON.stringify(content).length > bytes;

/** Reading a scan costs by its size, and so does each write: deflated, 40 units take one read unit. */
const isLong = largerThan(1024);

/** A usual verdict has twice as many bytes, with which its scan takes one write unit more. */
const isUsual = largerThan(512);

/**
 * The usual content of statements, the most frequent last. It is part of the stored form, so it must never change; statements
 * that were stored without it are read with it, too, because they refer to nothing before their beginning.
 */
const statementText = Buffer.from(
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

/** Content that takes half of the room that the units of a scan leave in its item counts as large. */
const isLarge = largerThan(128 * 1024);

/**
 * Long texts with many digests and few words, and long lists of equal fields: deflated, they cost a half or a third
 * of the read and write units, and a thousand units with their coverage fit into an item. The result of reading is
 * the same.
 */
const deflatedFields: { [R in RecordName]?: { [F in keyof Records[R] & string]?: Form } } = {
  attestation: { statement: { usual: statementText } },
  baseScan: { units: isLong },
  followedCommit: { units: isLong },
  repository: { units: isLong },
  scan: { pullRequestCheck: isLarge, units: isLong, verdict: isUsual },
};

/** The limit of the content; the service writes none that is longer. */
const maxBytes = 16 * 1024 * 1024;

const formsOf = (record: RecordName): Record<string, Form | undefined> | undefined => deflatedFields[record];

/** Returns the content of a field in its stored form. */
export const stored = (record: RecordName, field: string, content: unknown): unknown => {
  const form = formsOf(record)?.[field];
  if (form === undefined) return content;
  if (typeof form === 'function') return form(content) ? deflateRawSync(JSON.stringify(content)) : content;
  if (typeof content !== 'string') return content;
  return deflateRawSync(content, { level: 9, dictionary: form.usual });
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
    const isJson = typeof form === 'function';
    const usual = isJson ? {} : { dictionary: form.usual };
    const text = inflateRawSync(content, { maxOutputLength: maxBytes, ...usual }).toString('utf8');
    inflated[field] = isJson ? (JSON.parse(text) as unknown) : text;
  }
  return inflated;
};
