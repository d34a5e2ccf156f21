import type { Client } from '@scangate/client';

/** Makes scans of a demo repository write a status and a comment at the GitHub emulator. */
export const demoChecks = async (owner: Client, repositoryId: string): Promise<void> => {
  const params = { repositoryId };
  const { body } = await owner.call('get-repository', { params });
  if (body.checks.status && !body.checks.stopped) return;
  await owner.call('change-repository', {
    params,
    body: {
      credential: { secret: 'ghp_local_demo' },
      checks: { status: true, comment: true, api: 'github' },
    },
  });
};
