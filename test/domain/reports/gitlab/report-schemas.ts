/**
 * The format of every field that the reports of GitLab have, closed: no other field may be written. Limits
 * and patterns are those of GitLab's schemas 15.2.1, which ignore unknown fields.
 */
const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
const closed = (required: object, optional: object = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});
const listOf = (items: object, more: object = {}) => ({ type: 'array', items, ...more });
const line = { type: 'integer', minimum: 1 };
const link = { type: 'string', pattern: '^https?://[!-~]+$' };
/** A path from the root of the repository, which no segment leaves. */
const path = { type: 'string', minLength: 1, pattern: '^(?!/)(?!.*(?:^|/)(?:\\.{1,2})?(?:/|$)).+$' };
const instant = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' };

export const codeQuality = listOf(
  closed({
    description: text(2100),
    check_name: text(255),
    fingerprint: { type: 'string', pattern: '^[0-9a-f]{32}(?:-[1-9][0-9]*)?$' },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: closed({ path, lines: closed({ begin: line }) }),
  }),
);

const program = closed({
  id: text(255),
  name: text(255),
  url: link,
  vendor: closed({ name: text(255) }),
  version: text(255),
});

const scanOf = (type: string) =>
  closed({
    analyzer: program,
    scanner: program,
    type: { const: type },
    start_time: instant,
    end_time: instant,
    status: { enum: ['success', 'failure'] },
    messages: listOf(closed({ level: { enum: ['info', 'warn', 'fatal'] }, value: text(1000) }), {
      minItems: 1,
      maxItems: 104,
    }),
  });

const identifier = closed({ type: text(255), name: text(255), value: text(255) }, { url: link });

const cvssVector = {
  type: 'string',
  minLength: 16,
  maxLength: 128,
  pattern: '^(?:CVSS:3\\.[01]/)?[A-Za-z]{1,3}:[A-Z]{1,3}(?:/[A-Za-z]{1,3}:[A-Z]{1,3})*$',
};

const report = (type: string, { required, optional }: { required: object; optional: object }) =>
  closed({
    version: { const: '15.2.1' },
    schema: { type: 'string', pattern: `^https://gitlab\\.com/.+/v15\\.2\\.1/dist/[a-z-]+\\.json$` },
    scan: scanOf(type),
    vulnerabilities: listOf(
      closed(
        {
          id: { type: 'string', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
          name: text(255),
          description: text(1_048_576),
          severity: { enum: ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'] },
          identifiers: listOf(identifier, { minItems: 1, maxItems: 20, uniqueItems: true }),
          ...required,
        },
        { solution: text(7000), links: listOf(closed({ url: link }), { maxItems: 1 }), ...optional },
      ),
    ),
    remediations: { type: 'array', maxItems: 0 },
  });

const place = { file: path, start_line: line, end_line: line };
const tracking = closed({
  type: { const: 'source' },
  items: listOf(
    closed({
      ...place,
      signatures: listOf(
        closed({
          algorithm: { const: 'hash' },
          value: { type: 'string', pattern: '^[0-9a-f]{32}:[1-9][0-9]*$' },
        }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
const fileLocation = { type: { const: 'file-location' }, file_name: path, line_start: line };
const node = closed({
  type: { const: 'code-flow-node' },
  node_type: { enum: ['source', 'sink', 'propagation'] },
  file_location: closed(fileLocation),
});
const codeFlows = closed({
  name: text(255),
  type: { const: 'code-flows' },
  items: listOf(listOf(node, { minItems: 1 }), { minItems: 1, maxItems: 10 }),
});
const textDetail = closed({ name: text(255), type: { const: 'text' }, value: text(1000, 0) });

export const sast = report('sast', {
  required: { location: closed(place), tracking },
  optional: { details: closed({ code_flows: codeFlows }) },
});

export const secretDetection = report('secret_detection', {
  required: {
    location: closed({ ...place, commit: closed({ sha: { type: 'string', pattern: '^[0-9a-f]{40,64}$' } }) }),
    tracking,
  },
  optional: {},
});

export const dependencyScanning = report('dependency_scanning', {
  required: {
    location: closed({
      file: path,
      dependency: closed(
        { package: closed({ name: text(1000, 0) }), version: text(1000, 0) },
        { direct: { type: 'boolean' } },
      ),
    }),
  },
  optional: {
    cvss_vectors: listOf(closed({ vendor: { const: 'unknown' }, vector: cvssVector }), { maxItems: 1 }),
    details: closed(
      {},
      {
        lockfile: closed({ name: text(255), ...fileLocation }),
        dependency_path: textDetail,
        fixed_versions: textDetail,
      },
    ),
  },
});
