import type { Answered } from '#test/simulation/actors/api.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';
import { AnswerWatch } from './answer-watch.ts';
import { CredentialWatch } from './credential-watch.ts';
import { watchSent } from './sent-watch.ts';

/** Watches whatever reaches somebody: it is theirs, and nobody gets it by a credential that has ended. */
export const watchTenants = (world: World, report: Report): { onAnswer: (answered: Answered) => void } => {
  const { credentials, ownership, scheduler, organizations } = world;
  const ownerOf = (secret: string) => credentials.of(secret)?.organization;
  const answers = new AnswerWatch({ ownership, ownerOf, report });
  const used = new CredentialWatch(credentials, report);
  watchSent(world, report);
  world.keepers.push(() => credentials.keep(organizations, () => scheduler.now));
  return {
    onAnswer: (answered) => {
      used.check(answered);
      credentials.note(answered, scheduler.now);
      answers.check(answered);
    },
  };
};
