import type { VerdictPayload } from '@scangate/client';
import * as z from 'zod';
import { fitItems, plainData } from '../plain-data.ts';
import { finding, marked, scanId, severity, untrusted } from './shapes.ts';
import { shownFinding } from './shown-finding.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** A call must end before the host's own timeout, which is often a minute. */
const maxWaitSeconds = 50;

const gap = z.object({ scanType: z.string(), status: z.string(), path: z.string() });

const verdictShape = z.object({
  scanId: z.string(),
  status: z.string(),
  verdict: z.enum(['PASS', 'FAIL', 'ERROR']).nullable(),
  reason: z.string(),
  reasons: z.array(z.string()),
  errorCode: z.string().optional(),
  pullRequest: z.object({ verdict: z.string(), reason: z.string() }).optional(),
  notAssessed: z.array(gap),
  next: z.string(),
});

const nextOf = ({ verdict, scanId: id }: VerdictPayload): string => {
  if (verdict === null) return `There is no verdict yet: call wait_scan again with ${id}.`;
  return verdict === 'FAIL'
    ? 'explain_finding and plan_upgrades show what to do.'
    : 'There is nothing more to wait for.';
};

const gapsOf = ({ coverage = [], projectUnits }: VerdictPayload): z.input<typeof gap>[] => {
  const paths = new Map(projectUnits.map(({ projectUnitId, path }) => [projectUnitId, path]));
  return coverage
    .filter(({ status }) => status !== 'assessed')
    .map(({ scanType, status, projectUnitId }) => ({
      scanType,
      status,
      path: paths.get(projectUnitId) || '.',
    }));
};

const wait = async (id: string, call: ToolCall): Promise<VerdictPayload> => {
  const { client } = await call.connection();
  return client.waitForVerdict(id, {
    timeoutSeconds: maxWaitSeconds,
    signal: call.signal,
    onUnitChange: ({ path, type, status }) => {
      void call.progress(`${path === '' ? '.' : path} (${type}): ${status}`);
    },
  });
};

export const waitScan = defineTool({
  name: 'wait_scan',
  title: 'Wait for a verdict',
  description:
    'Waits up to 50 seconds for the verdict of a scan. Verdict and reason come from the service; null means that it is still running: call again with the same id.',
  input: z.strictObject({ scanId }),
  output: verdictShape,
  async run({ scanId: id }, call) {
    const payload = await wait(id, call);
    const { status, verdict, reason, reasons, errorCode, pullRequestCheck: check } = payload;
    const found = gapsOf(payload);
    return plainData({
      scanId: id,
      status,
      verdict,
      reason,
      reasons,
      ...(errorCode !== undefined && { errorCode }),
      ...(check && { pullRequest: { verdict: check.verdict, reason: check.reason } }),
      notAssessed: fitItems(found).items,
      next: nextOf(payload),
    });
  },
});

const mostFindings = 20;

export const listFindings = defineTool({
  name: 'list_findings',
  title: 'List findings',
  description: 'Lists at most 20 findings of a scan, those that fail the gate first.',
  input: z.strictObject({
    scanId,
    limit: z.int().min(1).max(mostFindings).optional(),
    cursor: z.string().max(4_096).optional().describe('The nextCursor of the previous page.'),
    severity: z.array(severity).optional().describe('Only these severities, within the page.'),
  }),
  output: z.object({
    ...untrusted,
    findings: z.array(finding),
    isCut: z.boolean(),
    nextCursor: z.string().optional(),
  }),
  async run({ scanId: id, limit = mostFindings, cursor, severity: wanted }, { connection, signal }) {
    const { client } = await connection();
    const query = { limit, ...(cursor !== undefined && { cursor }) };
    const { body } = await client.call('list-findings', { params: { scanId: id }, query, signal });
    const shown = body.items.filter((one) => wanted === undefined || wanted.includes(one.severity));
    const { items, isCut } = fitItems(shown.map(shownFinding));
    return {
      ...marked,
      findings: items,
      isCut,
      ...(body.nextCursor !== undefined && { nextCursor: body.nextCursor }),
    };
  },
});

const reasonShape = z.object({
  reason: z.string(),
  total: z.int(),
  findings: z.array(z.object({ finding, severityFrom: z.string(), ways: z.array(z.string()) })),
});

const mostExplained = 5;

export const explainFinding = defineTool({
  name: 'explain_finding',
  title: 'Explain a verdict or a finding',
  description:
    'Explains why a scan failed: each reason with its findings, the source of a severity, and the ways to accept a finding. No tool here can use them; a person decides.',
  input: z.strictObject({
    scanId,
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{6,64}$/i)
      .optional()
      .describe('Only this finding.'),
  }),
  output: z.object({ ...untrusted, verdict: z.string(), reason: z.string(), reasons: z.array(reasonShape) }),
  async run({ scanId: id, fingerprint }, { connection, signal }) {
    const { client } = await connection();
    const { body } = await client.call('explain-scan', { params: { scanId: id }, signal });
    const isWanted = (name: string): boolean =>
      fingerprint === undefined || name.startsWith(fingerprint.toLowerCase());
    const reasons = body.reasons.map(({ reason, total, findings }) => ({
      reason,
      total,
      findings: findings
        .filter(({ finding: one }) => isWanted(one.fingerprint))
        .slice(0, mostExplained)
        .map(({ finding: one, severity: from, couldSuppress }) => ({
          finding: shownFinding(one),
          severityFrom: from.detail,
          ways: couldSuppress.map(({ way }) => way),
        })),
    }));
    const { verdict, reason } = body;
    return { ...marked, verdict, reason, reasons: fitItems(reasons).items };
  },
});

export const planUpgrades = defineTool({
  name: 'plan_upgrades',
  title: 'Plan upgrades',
  description:
    'Returns the smallest set of dependency changes after which a scan passes, and the remaining findings, as computed and verified by the service.',
  input: z.strictObject({ scanId }),
  output: z.object({
    ...untrusted,
    result: z.string(),
    text: z.string(),
    changes: z.array(
      z.object({
        action: z.string(),
        package: z.string(),
        from: z.string().optional(),
        to: z.string().optional(),
        file: z.string(),
        breaking: z.boolean().optional(),
        clears: z.array(z.string()),
      }),
    ),
    remains: z.int(),
    isCut: z.boolean(),
  }),
  async run({ scanId: id }, { connection, signal }) {
    const { client } = await connection();
    const { body } = await client.call('explain-scan', { params: { scanId: id }, signal });
    const { result, text, changes, remains } = body.smallestChange;
    const rows = changes.map(({ action, packageName, version, upgradeTo, file, breaking, clears }) => ({
      action,
      package: packageName,
      ...(version !== undefined && { from: version }),
      ...(upgradeTo !== undefined && { to: upgradeTo }),
      file,
      ...(breaking !== undefined && { breaking }),
      clears: clears.slice(0, 10),
    }));
    const { items, isCut } = fitItems(rows);
    return { ...marked, result, text: plainData(text), changes: items, remains: remains.total, isCut };
  },
});

const sideShape = z.object({
  scanId: z.string(),
  commit: z.string(),
  verdict: z.string(),
  reason: z.string(),
});
const changedShape = z.object({ total: z.int(), failing: z.int(), findings: z.array(finding) });

const mostCompared = 10;

export const compareScans = defineTool({
  name: 'compare_scans',
  title: 'Compare two scans',
  description:
    'Compares a scan with an earlier one of the same repository: what it introduces and what it fixes.',
  input: z.strictObject({ headScanId: scanId, baseScanId: scanId }),
  output: z.object({
    ...untrusted,
    head: sideShape,
    base: sideShape,
    introduced: changedShape,
    fixed: changedShape,
  }),
  async run({ headScanId, baseScanId }, { connection, signal }) {
    const { client } = await connection();
    const params = { scanId: headScanId };
    const { body } = await client.call('compare-scans', { params, query: { with: baseScanId }, signal });
    const side = ({ scanId: id, commitHash, verdict, reason }: typeof body.head) => ({
      scanId: id,
      commit: commitHash,
      verdict,
      reason,
    });
    const changed = ({ total, failing, findings }: typeof body.introduced, beside: object) => ({
      total,
      failing,
      findings: fitItems(findings.slice(0, mostCompared).map(shownFinding), beside).items,
    });
    const sides = plainData({ head: side(body.head), base: side(body.base) });
    const introduced = changed(body.introduced, sides);
    const fixed = changed(body.fixed, { sides, introduced });
    return { ...marked, ...sides, introduced, fixed };
  },
});
