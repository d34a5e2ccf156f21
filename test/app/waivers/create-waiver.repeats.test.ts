import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createWaiver, renewWaiver } from '#app/waivers/create-waiver.ts';
import { approveWaiver, rejectWaiver, withdrawWaiver } from '#app/waivers/decide-waiver.ts';
import { importVex } from '#app/waivers/import-vex.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Scan } from '@scangate/domain/records';
import { DuplicateScanConflict } from '@scangate/domain/scans/dedup';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { later, noon, testIds } from '#test/support/world.ts';

const advisory = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  events: [{ introduced: '0' }],
  severity: cvss(vector.critical),
});
const files = { 'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }) };

let scans: Awaited<ReturnType<typeof judgedScans>>;
let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  scans = await judgedScans(store, indexOf(advisory));
});
const admin = () => scans.organization.as('admin');
const waive = async (caller: Caller, seconds = 86_400 * 3) => {
  const expiresAt = later(seconds).toISOString();
  const request = { match: { advisory: 'GHSA-leaf' }, reason: 'accepted', expiresAt };
  const made = await createWaiver({ caller, request, idempotency: undefined }, { store, ids: testIds }, noon);
  return { caller: admin(), waiverId: made.body.waiverId };
};
/** Requests the same scan again and returns whether the first one is returned. */
const isAnswered = async ({ commitHash }: Scan, now = later(1)): Promise<boolean> => {
  const { repository } = scans;
  try {
    await newScan(store, { caller: admin(), repository, request: { commitHash }, now });
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(DuplicateScanConflict);
    return true;
  }
};

test('a commit is scanned again as soon as what fails it is waived', async () => {
  const failing = await scans.scan(files);
  expect(await isAnswered(failing)).toBe(true);
  await waive(admin());
  expect(await isAnswered(failing)).toBe(false);
});

test('a request and its rejection change no verdict, and an approval does', async () => {
  const failing = await scans.scan(files);
  const member = scans.organization.as('member');
  await rejectWaiver(await waive(member), store, noon);
  const requested = await waive(member);
  expect(await isAnswered(failing)).toBe(true);
  await approveWaiver(requested, store, noon);
  expect(await isAnswered(failing)).toBe(false);
});

test('after a waiver is withdrawn, no earlier scan answers a request', async () => {
  const waiver = await waive(admin());
  const passing = await scans.scan(files);
  expect([passing.verdict?.verdict, await isAnswered(passing)]).toEqual(['PASS', true]);
  await withdrawWaiver(waiver, store, noon);
  expect(await isAnswered(passing)).toBe(false);
});

test('a scan that passed by a waiver answers requests until the waiver ends, and no second longer', async () => {
  await waive(admin(), 3600);
  const passing = await scans.scan(files);
  expect(passing.verdict?.verdict).toBe('PASS');
  expect(await isAnswered(passing, later(3599))).toBe(true);
  expect(await isAnswered(passing, later(3600))).toBe(false);
});

test('a renewal and a VEX document count as changes of waivers, too', async () => {
  const { waiverId, caller } = await waive(admin());
  const first = await scans.scan(files);
  const expiresAt = later(86_400 * 9).toISOString();
  await renewWaiver({ caller, waiverId, expiresAt, idempotency: undefined }, { store, ids: testIds }, noon);
  expect(await isAnswered(first)).toBe(false);
  const second = await scans.scan(files);
  const statement = { vulnerability: 'GHSA-leaf', products: ['pkg:npm/leaf@1.0.0'], status: 'fixed' };
  const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [statement] };
  await importVex({ caller, document }, { store, ids: testIds }, noon);
  expect(await isAnswered(second)).toBe(false);
});
