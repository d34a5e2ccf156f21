import * as z from 'zod';
import { checkApis } from '@scangate/domain/integrations/checks/check-records';
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

const checkSettings = {
  status: z.boolean().meta({
    description:
      'Whether the service writes the result of a scan at the commit: a check run of a GitHub App, else a commit status.',
  }),
  comment: z.boolean().meta({
    description: 'Whether the service keeps one comment on the pull request or merge request of a scan.',
  }),
  annotations: z.boolean().meta({
    description: 'Whether findings are shown at their lines; a check run of a GitHub App takes them.',
  }),
};
const checkApi = z.enum(checkApis).meta({
  description: 'The API of the host, where its name does not tell: GitHub Enterprise or GitLab of your own.',
});

const repositoryChecks = z.object({
  ...checkSettings,
  api: checkApi.optional(),
  stopped: z
    .object({ at: instant, cause: z.enum(['credential_refused']) })
    .optional()
    .meta({ description: 'The host refuses the credential: nothing is written until it is replaced.' }),
});

/** A change of a repository's checks: those that are not named stay unchanged. */
export const repositoryChecksChange = z
  .strictObject({
    status: checkSettings.status.optional(),
    comment: checkSettings.comment.optional(),
    annotations: checkSettings.annotations.optional(),
    api: checkApi.optional(),
  })
  .meta({
    description:
      'What the service writes at the host after a scan, with the credential of the repository, on every plan. Nothing ' +
      'unless it is set.',
  });

export const resolvedRepository = z.object(repositoryFields);
export const repository = z.object({
  ...repositoryFields,
  url: z.string(),
  hasCredential: z.boolean(),
  checks: repositoryChecks,
  badgeId: z.string().optional().meta({ description: 'Its public badge, at `/badges/{badgeId}.svg`.' }),
  connectedAt: instant,
});

const latest = z
  .object({ scanId: id, verdict: verdictName, reason: z.string(), finishedAt: instant })
  .nullable()
  .meta({ description: 'The latest scan that ended.' });
const scannable = z.boolean().meta({ description: 'Whether the plan covers this repository.' });

export const repositoryState = repository.extend({ latest, scannable });
/** A repository in a list; the view `gate` has all fields. */
export const listedRepository = repository.extend({
  latest: latest.optional(),
  scannable: scannable.optional(),
});
