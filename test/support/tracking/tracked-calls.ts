import { call, resetWorld, world } from '../api/call-endpoint.ts';
import { later } from '../world.ts';
import { fingerprintOf, secretOf, vulnerabilityOf } from './tracked-samples.ts';
import { trackedWorld } from './tracked-world.ts';

/** An organization whose repository was followed twice: of its findings some are open, one is waived and one is fixed. */
export const followedRepository = async () => {
  resetWorld();
  const tracked = await trackedWorld(world.store, world.blobs);
  const waived = { expiresAt: later(9_999).toISOString() };
  const findings = [
    secretOf('leaked', { severity: 'critical' }),
    secretOf('waived', { waived }),
    vulnerabilityOf('exploited', { severity: 'medium', exploited: true }),
  ];
  const web = { findings: [vulnerabilityOf('shared', { severity: 'low' })] };
  const first = [...findings, secretOf('gone'), vulnerabilityOf('shared', { severity: 'high' })];
  await tracked.scan({ commit: 1, units: { '': { findings: first }, web }, at: later(-10 * 86_400) });
  const second = [...findings, vulnerabilityOf('shared', { severity: 'high' })];
  await tracked.scan({ commit: 2, units: { '': { findings: second }, web }, at: later(-86_400) });
  return tracked;
};
export type FollowedRepository = Awaited<ReturnType<typeof followedRepository>>;

/** Changes what people add to a finding. */
export const triage = (
  tracked: FollowedRepository,
  body: object,
  {
    name = 'leaked',
    ifMatch = '*',
    caller = tracked.organization.as('member'),
    query = {},
  }: {
    name?: string;
    ifMatch?: string | null;
    caller?: ReturnType<FollowedRepository['organization']['as']>;
    query?: Record<string, string>;
  } = {},
) =>
  call('change-tracked-finding', {
    caller,
    params: { fingerprint: fingerprintOf(name) },
    query,
    body,
    ...(ifMatch !== null && { headers: { 'If-Match': ifMatch } }),
  });
