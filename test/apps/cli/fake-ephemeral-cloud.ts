import type { CreatedScan, Finding, GatePayload } from '@scangate/client';
import type { AdvisoryReport, EphemeralCloud } from '@scangate/cli/ephemeral-cloud';
import { scan } from '@scangate/cli/scan';
import { fakeService, json, problem, type Reply, type ReceivedRequest } from '#test/client/fake-service.ts';

export const commitHash = 'c'.repeat(40);
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const repository = {
  repositoryId: id(1),
  fullName: 'local/shop',
  provider: 'file',
  defaultBranch: 'main',
  projectUnits: [],
};

export const created: CreatedScan = {
  scanId: id(2),
  status: 'queued',
  repositoryId: id(1),
  commitHash,
  branch: 'main',
  scanTypes: ['sca', 'secrets'],
  skippedScanTypes: [{ scanType: 'sast', reason: 'not_available' }],
  sourceTrigger: 'api',
  deduplicated: false,
  credits: { core: 2, sast: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const payload = (changes: Partial<GatePayload> = {}): GatePayload => ({
  scanId: id(2),
  status: 'completed',
  verdict: 'PASS',
  reason: 'no_issues_found',
  reasons: ['no_issues_found'],
  summary: {
    secrets: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 },
    severityThreshold: 'critical',
  },
  projectUnits: [{ projectUnitId: id(3), path: 'services/api', type: 'npm', status: 'completed' }],
  coverage: [
    {
      projectUnitId: id(3),
      scanType: 'sca',
      status: 'partial',
      assessed: 7,
      gaps: [{ reason: 'cannot be read', file: 'bun.lock' }],
    },
  ],
  ...changes,
});

const shared = { fingerprint: 'f', title: 't', projectUnitId: id(3) };
export const vulnerability: Finding = {
  ...shared,
  kind: 'vulnerability',
  severity: 'critical',
  advisoryId: 'GHSA-1',
  aliases: ['CVE-2021-1'],
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: [],
  fixedVersions: ['1.2.6', '1.2.8'],
  malicious: false,
  file: 'package-lock.json',
  url: '',
};
export const secret: Finding = {
  ...shared,
  kind: 'secret',
  severity: 'high',
  rule: 'generic-password',
  file: 'src/a.js',
  line: 3,
  column: 1,
  redacted: 'abcd…',
};

const event =
  (verdict: GatePayload): Reply =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(
        [...verdict.projectUnits.map((unit) => ['unit', unit] as const), ['verdict', verdict] as const]
          .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
          .join(''),
      );

const report: AdvisoryReport = {
  switched: true,
  snapshotId: 's',
  records: { advisories: 11, withdrawn: 0, irrelevant: 0, bad: 0 },
  badRecords: [],
  shards: [{ ecosystem: 'npm', records: 11 }],
};

export interface FakeWorld {
  verdict?: GatePayload;
  findings?: Finding[];
  /** Replies instead of the usual ones, by `METHOD /path`. */
  replies?: Record<string, Reply>;
  report?: AdvisoryReport;
  newestCommit?: EphemeralCloud['newestCommit'];
  startCloud?: () => Promise<EphemeralCloud>;
  signal?: AbortSignal;
}

export interface Ran {
  exitCode: number;
  out: string;
  notes: string;
  seen: ReceivedRequest[];
  imported: (readonly string[])[];
  /** How often the cloud was started, and closed. */
  started: number;
  closed: number;
}

/** Runs `scan` with these arguments against a cloud that answers as it is told. */
export const runScan = async (args: string[], world: FakeWorld = {}, directory = '/'): Promise<Ran> => {
  const replies: Record<string, Reply> = {
    'POST /v1/repositories': json(201, repository),
    'GET /v1/repositories/resolve': json(200, repository),
    'GET /v1/organization/gate': json(200, {}, { etag: '"4"' }),
    'PATCH /v1/organization/gate': json(200, {}),
    'POST /v1/scans': json(201, created),
    [`GET /v1/scans/${id(2)}/wait`]: event(world.verdict ?? payload()),
    [`GET /v1/scans/${id(2)}/findings`]: json(200, { items: world.findings ?? [] }),
    ...world.replies,
  };
  const answer: Reply = (response, one) =>
    (replies[`${one.method} ${one.path}`] ?? problem(404, 'not_found'))(response, one);
  const { url, requests: seen } = await fakeService([answer]);
  const ran: Ran = { exitCode: -1, out: '', notes: '', seen, imported: [], started: 0, closed: 0 };
  const cloud: EphemeralCloud = {
    baseUrl: url,
    tokens: { owner: 'sgp_owner', service: 'sgs_service' },
    importAdvisories: async (sources) => {
      ran.imported.push(sources);
      return world.report ?? report;
    },
    newestCommit: world.newestCommit ?? (async () => commitHash),
    close: async () => void (ran.closed += 1),
  };
  ran.exitCode = await scan(args, {
    terminal: { out: (text) => void (ran.out += text), log: (text) => void (ran.notes += `${text}\n`) },
    startCloud: async () => {
      ran.started += 1;
      return world.startCloud ? world.startCloud() : cloud;
    },
    newKey: () => 'key',
    directory,
    signal: world.signal ?? new AbortController().signal,
  });
  return ran;
};

export const bodyOf = (seen: ReceivedRequest[], method: string, path: string): unknown => {
  const one = seen.find((each) => each.method === method && each.path === path);
  return one && JSON.parse(String(one.body));
};
