import type { ApiAnswer, ApiCall } from '../actors/api.ts';
import type { Organization } from '../actors/organization.ts';
import { sessionOf } from '../actors/sessions.ts';
import { beAbout } from '../scheduler/process.ts';
import type { World } from '../start/world.ts';

interface Caller {
  world: World;
  organization: Organization;
}

const mostTries = 4;

/** Calls an endpoint as an owner until it answers, as clients do that keep the key of a request. */
export const callAgain = async (
  { world, organization }: Caller,
  name: string,
  call: Omit<ApiCall, 'secret'>,
): Promise<ApiAnswer> => {
  const secret = (await sessionOf(world, organization, ['owner'])) ?? '';
  for (let tries = 1; ; tries += 1) {
    beAbout(name, { step: 'asked', triesLeft: mostTries - tries });
    const answer = await world.api.call(name, { secret, ...call });
    const isOver = answer.status < 500 && answer.status !== 409 && answer.status !== 429;
    if (isOver || tries === mostTries) {
      beAbout(name, { step: `answered ${answer.status}` });
      return answer;
    }
    await world.scheduler.sleep(2_000 * tries);
  }
};
