import { runMain, type MainRun, type MainWorld } from './run-main.ts';
import { scriptedFetch, type ScriptedAnswer, type SentRequest } from './scripted-fetch.ts';

export const scanId = '0197c0de-0000-7000-8000-000000000001';
export const otherScanId = '0197c0de-0000-7000-8000-000000000002';
export const unitId = '0197c0de-0000-8000-8000-000000000003';
export const repositoryId = '0197c0de-0000-8000-8000-000000000004';
export const canary = 'sgp_canary0000000000000000000000';

const ofBase = { projectUnitId: unitId, scope: 'required', direct: false };

/** A vulnerability whose fingerprint begins with some digits. */
export const vulnerability = (digits: string, more: object = {}) => ({
  kind: 'vulnerability',
  ...ofBase,
  fingerprint: digits.padEnd(32, '0'),
  severity: 'critical',
  title: 'Prototype pollution in minimist',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  packageName: 'minimist',
  version: '1.2.5',
  dependencyPath: ['mkdirp@0.5.5', 'minimist@1.2.5'],
  fixedVersions: ['1.2.6'],
  malicious: false,
  file: 'package-lock.json',
  line: 120,
  url: 'https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h',
  ...more,
});

/** A secret whose fingerprint begins with some digits. */
export const secret = (digits: string, more: object = {}) => ({
  kind: 'secret',
  projectUnitId: unitId,
  fingerprint: digits.padEnd(32, '0'),
  severity: 'high',
  title: 'GitHub token',
  rule: 'github-token',
  file: 'config.py',
  line: 3,
  column: 1,
  redacted: 'ghp_…',
  ...more,
});

export const scan = (more: object = {}) => ({
  scanId,
  status: 'completed',
  repositoryId,
  commitHash: 'a'.repeat(40),
  sourceTrigger: 'api',
  checksBy: 'client',
  scanTypes: ['sca'],
  createdAt: '2026-03-01T12:00:00.000Z',
  projectUnits: [{ projectUnitId: unitId, path: 'web', type: 'npm', status: 'completed' }],
  ...more,
});

type Answers = Record<string, ReturnType<ScriptedAnswer> | ScriptedAnswer>;

/** Runs a command against answers by `GET /v1/…`. What is not among them is 404. */
export const runWith = async (
  args: readonly string[],
  answers: Answers,
  world: MainWorld = {},
): Promise<MainRun & { sent: SentRequest[]; asked: string[] }> => {
  const { sent, fetch } = scriptedFetch((request) => {
    const { pathname } = new URL(request.url);
    const answer = answers[`${request.method} ${pathname}`];
    if (answer === undefined)
      return { status: 404, json: { status: 404, code: 'not_found', title: 'None.' } };
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const environment = {
    SCANGATE_URL: 'https://scangate.example',
    SCANGATE_TOKEN: canary,
    ...world.environment,
  };
  const ran = await runMain(args, { ...world, environment, fetch });
  const asked = sent.map(({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`);
  return { ...ran, sent, asked };
};
