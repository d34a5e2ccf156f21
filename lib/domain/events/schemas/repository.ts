import * as z from 'zod';
import { eventSpec, id, repository, sample, text } from '../event-spec.ts';

const personId = id.meta({ description: 'The person who did it.' });

export const repositoryEvents = {
  'repository.connected': eventSpec({
    text: 'A repository was connected.',
    schema: z.object({ repository, provider: text, defaultBranch: text, personId, link: text }),
    example: {
      repository: sample.repository,
      provider: 'github',
      defaultBranch: 'main',
      personId: sample.personId,
      link: `/v1/repositories/${sample.repositoryId}`,
    },
  }),
  'repository.disconnected': eventSpec({
    text: 'A repository was disconnected.',
    schema: z.object({ repository, personId }),
    example: { repository: sample.repository, personId: sample.personId },
  }),
};
