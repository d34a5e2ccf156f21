import { minuteMs } from '@scangate/domain/instant';
import type { World } from '../start/world.ts';
import type { Act } from './actions.ts';
import { isGone, type Organization, type Person } from './organization.ts';
import { startSession } from './sessions.ts';

/** A login of a command line ends after ten minutes, by whichever clock. */
const pollMs = 40_000;
const mostPolls = 4;
const lateMs = 13 * minuteMs;

/** A command line that logs in, and what its person does. */
type Decision = 'approves' | 'denies' | 'comes late';

const decisionOf = (drawn: number): Decision => {
  if (drawn < 0.7) return 'approves';
  return drawn < 0.85 ? 'denies' : 'comes late';
};

/** Polls until there is a token, or none will come. */
const pollToken = async (world: World, deviceCode: string): Promise<Record<string, unknown> | undefined> => {
  for (let polls = 0; polls < mostPolls; polls += 1) {
    const { status, body } = await world.api.call('grant-device-token', { secret: '', body: { deviceCode } });
    if (status === 200) return body;
    const isWaiting = body['code'] === 'authorization_pending' || body['code'] === 'slow_down';
    if (status < 500 && status !== 429 && status !== 409 && !isWaiting) return undefined;
    await world.scheduler.sleep(pollMs);
  }
  return undefined;
};

/** The person, who has just signed in for it, decides about the code that the command line shows. */
const decide = async (
  world: World,
  organization: Organization,
  { person, userCode, decision }: { person: Person; userCode: unknown; decision: Decision },
): Promise<void> => {
  await world.scheduler.sleep(decision === 'comes late' ? lateMs : world.scheduler.draw(3 * minuteMs));
  const secret = await startSession(world, organization, { person });
  if (secret === undefined) return;
  const body = decision === 'denies' ? { userCode, deny: true } : { userCode, scopes: ['scans:read'] };
  await world.api.call('decide-device-login', { secret, body });
};

/** A command line logs in. A token that nobody granted in time is one that nobody has. */
export const logInCommandLine: Act = async (world, organization: Organization) => {
  const { api, scheduler, credentials } = world;
  if (isGone(world, organization)) return;
  const person = scheduler.pick(organization.people);
  const started = await api.call('start-device-login', { secret: '' });
  if (started.status !== 201) return;
  const { deviceCode, userCode } = started.body;
  await api.call('grant-device-token', { secret: '', body: { deviceCode } });
  const decision = decisionOf(scheduler.random());
  await decide(world, organization, { person, userCode, decision });
  const { token, tokenId } = (await pollToken(world, String(deviceCode))) ?? {};
  if (typeof token !== 'string' || typeof tokenId !== 'string') return;
  if (decision === 'approves') {
    credentials.own(token, { organization, person });
    organization.tokens.push({ tokenId, secret: token });
  }
  await api.call('list-scans', { secret: token });
};
