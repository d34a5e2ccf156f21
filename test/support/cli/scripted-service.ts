import type { VerdictPayload } from '@scangate/client';
import { scriptedFetch } from './scripted-fetch.ts';
import { resolvedRepository, waitText } from './service-answers.ts';

interface ScriptedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}

type Answer = (request: ScriptedRequest) => Response | Promise<Response>;

export const canary = 'sgs_CANARYcanaryCANARYcanary0123456789';
export const scanId = '0197c0de-0000-7000-8000-000000000001';
const repositoryId = '0197c0de-0000-7000-8000-00000000000a';
const unit = { projectUnitId: '0197c0de-0000-7000-8000-00000000000b', path: '', type: 'npm' };
const nested = { projectUnitId: '0197c0de-0000-7000-8000-00000000000c', path: 'services/api', type: 'pypi' };

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const problem = (status: number, code: string, members: object = {}): Response =>
  json({ status, code, title: code, detail: `It is ${code}.`, requestId: 'request-1', ...members }, status);

export const severities = (
  changes: Partial<Record<'critical' | 'high' | 'medium' | 'low' | 'unknown', number>> = {},
) => {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, ...changes };
  return { ...counts, total: Object.values(counts).reduce((sum, one) => sum + one, 0) };
};

/** A verdict as the service gives it. */
export const verdictOf = (changes: Partial<VerdictPayload> = {}): VerdictPayload => ({
  scanId,
  status: 'completed',
  verdict: 'PASS',
  reason: 'no_issues_found',
  reasons: ['no_issues_found'],
  summary: { secrets: severities(), severityThreshold: 'critical' },
  projectUnits: [
    { ...unit, status: 'completed' },
    { ...nested, status: 'completed' },
  ],
  checksBy: 'client',
  coverage: [
    { projectUnitId: unit.projectUnitId, scanType: 'secrets', status: 'assessed', assessed: 3, gaps: [] },
  ],
  ...changes,
});

export const failed = verdictOf({
  verdict: 'FAIL',
  reason: 'critical_secrets_found',
  reasons: ['critical_secrets_found'],
  summary: { secrets: severities({ critical: 1 }), severityThreshold: 'critical' },
});

export const secretFinding = {
  fingerprint: 'f1',
  severity: 'critical',
  title: 'A key',
  projectUnitId: nested.projectUnitId,
  kind: 'secret',
  rule: 'stripe-key',
  file: 'src/pay.py',
  line: 3,
  column: 1,
  redacted: 'sk_l…',
};

const waitAnswer = (payload: unknown): Response =>
  new Response(waitText(payload, { units: [unit] }), { headers: { 'content-type': 'text/event-stream' } });

export const createdScan = (changes: object = {}) => ({
  scanId,
  status: 'queued',
  repositoryId,
  commitHash: 'c'.repeat(40),
  scanTypes: ['secrets'],
  skippedScanTypes: [],
  sourceTrigger: 'api',
  checksBy: 'client',
  deduplicated: false,
  credits: { core: 1, sast: 0 },
  createdAt: '2026-03-01T12:00:00.000Z',
  ...changes,
});

export interface Script {
  verdict?: unknown;
  findings?: readonly unknown[];
  /** Answers by `METHOD path`, before the usual ones. */
  answers?: Record<string, Answer>;
}

/** The usual answers of the service. An upload of a scan and reports are known too. */
const usual = ({ verdict = verdictOf(), findings = [] }: Script): Record<string, Answer> => ({
  'GET /v1/repositories/resolve': ({ query }) => {
    const units = [
      { ...unit, name: 'shop' },
      { ...nested, name: 'api' },
    ];
    return json(resolvedRepository(repositoryId, units, query['fullName']));
  },
  'POST /v1/scans': () => json(createdScan(), 201),
  [`GET /v1/scans/${scanId}/wait`]: () => waitAnswer(verdict),
  [`GET /v1/scans/${scanId}/findings`]: ({ headers }) => {
    const accept = headers.get('accept') ?? '';
    return /sarif|junit|markdown|cyclonedx/.test(accept)
      ? new Response(`report ${accept}`, { headers: { 'content-type': accept } })
      : json({ items: findings, coverage: [] });
  },
  [`GET /v1/scans/${scanId}/sbom`]: ({ headers }) => new Response(`sbom ${headers.get('accept')}`),
  [`POST /v1/scans/${scanId}/cancel`]: () => json({ scanId, status: 'cancelled' }),
});

export interface ScriptedService {
  /** Stands for the network of a command in this process. */
  fetch: typeof globalThis.fetch;
  requests: ScriptedRequest[];
  /** The requests as `METHOD path`. */
  lines: () => string[];
}

/** A service that gives scripted answers and records the requests. */
export const scriptedService = (script: Script = {}): ScriptedService => {
  const requests: ScriptedRequest[] = [];
  const answers = { ...usual(script), ...script.answers };
  const { fetch } = scriptedFetch(async ({ method, url, headers, body }) => {
    const { pathname: path, searchParams } = new URL(url);
    const query = Object.fromEntries(searchParams);
    const request: ScriptedRequest = { method, path, query, headers: new Headers(headers), body };
    requests.push(request);
    const found = answers[`${method} ${path}`];
    return found ? found(request) : problem(404, 'not_found');
  });
  return { fetch, requests, lines: () => requests.map(({ method, path }) => `${method} ${path}`) };
};
