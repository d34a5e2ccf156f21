import { describe, expect, test } from 'vitest';
import { repositoryId, runWith, scanId } from '#test/support/cli/stored-world.ts';

const judged = (verdict: string, reason: string) => ({ verdict, reason, reasons: [reason] });
const flip = {
  scanId,
  commitHash: 'a'.repeat(40),
  branch: 'main',
  before: judged('PASS', 'no_issues_found'),
  after: judged('FAIL', 'high_vulnerabilities_found'),
};
const simulation = {
  judged: 12,
  isComplete: false,
  repositories: [{ repositoryId, judged: 12, flips: [flip] }],
  notLookedAt: [{ reason: 'payload_expired', scans: 3 }],
};
const simulate = 'POST /v1/organization/gate/simulate';
const answers = {
  [simulate]: { json: simulation },
  'GET /v1/repositories': { json: { items: [{ repositoryId, fullName: 'acme/shop' }] } },
};
const withFile = (text: string | Uint8Array) => ({
  files: { read: async () => (typeof text === 'string' ? Buffer.from(text) : text) },
});
const yaml = 'apiGateSeverityThreshold: high\nlicensePolicy:\n  deny: [GPL-3.0-only]\n';

describe('policy check', () => {
  test('lists which verdicts would flip, and what was not judged', async () => {
    const { exitCode, out, sent } = await runWith(
      ['policy', 'check', 'gate.yaml', '--days', '7'],
      answers,
      withFile(yaml),
    );
    expect(exitCode).toBe(0);
    expect(sent[0]?.body).toEqual({
      policy: { apiGateSeverityThreshold: 'high', licensePolicy: { deny: ['GPL-3.0-only'] } },
      days: 7,
    });
    for (const text of [
      '1 of 12 verdicts would flip, 1 to FAIL.',
      'acme/shop: 1 of 12',
      'FAIL: high_vulnerabilities_found',
      'Not judged: 3 by payload_expired.',
    ])
      expect(out).toContain(text);
  });

  test('reads JSON, and prints the answer of the service as JSON', async () => {
    const file = withFile('{"apiGateSeverityThreshold":"high"}');
    const { out, sent } = await runWith(['policy', 'check', 'gate.json', '--json'], answers, file);
    expect(JSON.parse(out)).toEqual(simulation);
    expect(sent.map(({ body }) => body)).toEqual([{ policy: { apiGateSeverityThreshold: 'high' } }]);
  });

  test('says that nothing was judged, which is not an approval', async () => {
    const none = { judged: 0, isComplete: true, repositories: [], notLookedAt: [] };
    const { out } = await runWith(['policy', 'check', 'x'], { [simulate]: { json: none } }, withFile('a: 1'));
    expect(out).toBe('No scan of this period can be judged again.\n');
  });

  test.each([
    ['a syntax error', 'a: [1\nb: 2', /gate\.yaml:\d+:\d+:/],
    ['a duplicate key', 'a: 1\na: 2\n', /gate\.yaml:2:1:/],
    ['a list', '- a\n', /object/],
    ['nothing', '', /object/],
    ['aliases of aliases', 'a: &a [1]\nb: [*a, *a]\n', /aliases/],
    ['a file of 2 MB', `a: "${'x'.repeat(2_000_000)}"`, /at most/],
    ['a tag that makes an object', 'a: !!js/function "x"\n', /gate\.yaml:1:4/],
  ])('refuses %s before any request', async (_what, text, message) => {
    const { exitCode, sent, log } = await runWith(['policy', 'check', 'gate.yaml'], answers, withFile(text));
    expect([exitCode, sent]).toEqual([6, []]);
    expect(log).toMatch(message);
  });

  test('refuses a file that does not exist', async () => {
    const { exitCode, sent } = await runWith(['policy', 'check', '/nowhere/gate.yaml'], answers);
    expect([exitCode, sent]).toEqual([6, []]);
  });

  test('shows the field that the service refuses', async () => {
    const errors = [
      { pointer: '/policy/treshold', code: 'unknown_field', detail: 'There is no such field.' },
    ];
    const refused = { status: 400, json: { status: 400, code: 'validation_failed', title: 'No.', errors } };
    const ran = await runWith(['policy', 'check', 'g'], { [simulate]: refused }, withFile('treshold: high'));
    expect([ran.exitCode, ran.log]).toEqual([6, expect.stringContaining('/policy/treshold')]);
  });
});
