import * as z from 'zod';
import { unitTypes } from '@scangate/engines/model/project-unit';
import { id, instant, verdictName } from './resources.ts';

const projectUnit = z.object({
  projectUnitId: id,
  path: z.string(),
  type: z.enum(unitTypes),
  name: z.string(),
});

const repositoryFields = {
  repositoryId: id,
  fullName: z.string(),
  provider: z.string(),
  defaultBranch: z.string(),
  reviewedBranches: z.array(z.string()).optional(),
  artifactsAsDefault: z.boolean(),
  reuse: z.enum(['on', 'off']).meta({
    description:
      'Whether project units that have not changed reuse the result of an earlier scan, free of charge.',
  }),
  projectUnits: z.array(projectUnit),
};
export const resolvedRepository = z.object(repositoryFields);
export const repository = z.object({
  ...repositoryFields,
  url: z.string(),
  hasCredential: z.boolean(),
  connectedAt: instant,
});

export const repositoryState = repository.extend({
  latest: z
    .object({ scanId: id, verdict: verdictName, reason: z.string(), finishedAt: instant })
    .nullable()
    .meta({ description: 'The latest scan that ended.' }),
  scannable: z.boolean().meta({ description: 'Whether the plan covers this repository.' }),
});
