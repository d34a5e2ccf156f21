import { describe, expect, test } from 'vitest';
import { runWith, scanId } from '#test/support/cli/stored-world.ts';

const path = `GET /v1/scans/${scanId}/sbom`;
const sbom = { bomFormat: 'CycloneDX', components: [{ name: 'evil\u202e\u001b[2J' }] };

describe('sbom', () => {
  test.each([
    [[], 'application/vnd.cyclonedx+json; version=1.6'],
    [['--spdx'], 'application/spdx+json'],
  ])('with %j writes the requested document, and nothing else', async (flags, accept) => {
    const { exitCode, out, log, sent } = await runWith(['sbom', scanId, ...flags], {
      [path]: { json: sbom },
    });
    expect([exitCode, log]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(sbom);
    expect(out).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
    expect(sent[0]?.headers['accept']).toBe(accept);
  });

  test('that breaks off is not written', async () => {
    const ran = await runWith(['sbom', scanId], { [path]: { text: '{"bomFormat":"Cyc' } });
    expect([ran.exitCode, ran.out]).toEqual([3, '']);
  });

  test('of a plan without exports exits with 5 or 4, as the service says', async () => {
    const refused = (status: number, code: string) => ({
      [path]: { status, json: { status, code, title: code } },
    });
    expect((await runWith(['sbom', scanId], refused(402, 'subscription_required'))).exitCode).toBe(5);
    expect((await runWith(['sbom', scanId], refused(403, 'entitlement_denied'))).exitCode).toBe(4);
  });
});
