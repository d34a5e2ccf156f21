import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';

const { as, release } = bundleRequests();
const get = async (document: string) => {
  const { params } = await release();
  return call('get-release-document', { caller: as('member'), params: { ...params, document } });
};

test.each(['sbom', 'vex'])('200: %s is valid CycloneDX 1.6', async (document) => {
  const { status, text, headers } = await get(document);
  expect([status, headers['Content-Type']]).toEqual([200, 'application/vnd.cyclonedx+json; version=1.6']);
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
});

test('200: the verdict of each member, and the advisories that affect the release now', async () => {
  expect((await get('verdict')).body).toMatchObject({
    version: '1.0.0',
    verdict: 'PASS',
    members: [{ verdict: 'PASS', judgment: { verdict: 'PASS' } }],
  });
  expect((await get('advisories')).body).toMatchObject({ items: [] });
});

test('200: the attestation is an envelope, the proof a zip', async () => {
  expect((await get('attestation')).body).toMatchObject({ payloadType: 'application/vnd.in-toto+json' });
  const proof = await get('proof');
  expect([proof.headers['Content-Type'], proof.text.slice(0, 2)]).toEqual(['application/zip', 'PK']);
});

test('422 for another document', async () => {
  expect((await get('source')).status).toBeGreaterThanOrEqual(400);
});
