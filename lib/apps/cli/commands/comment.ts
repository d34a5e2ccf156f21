import { numberFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const commentFlags = {
  'pull-request': numberFlag(
    'N',
    { least: 1, most: 2_147_483_647 },
    'this pull request, else that of the scan',
  ),
} as const;

export const commentCommand = defineCommand({
  name: 'comment',
  summary: 'Writes the result as the one comment of a pull request.',
  positionals: [{ name: 'ID', isRequired: true }],
  flags: commentFlags,
  notes: [
    'The one comment is edited while the newest commit is the one that was scanned. Nothing is written where the service does it.',
    'Tokens: GITHUB_TOKEN, SCANGATE_GITLAB_TOKEN, SCANGATE_BITBUCKET_TOKEN or SYSTEM_ACCESSTOKEN. What the host refuses is a note and changes no exit code.',
  ],
  example: 'scangate comment 3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10 --pull-request 7',
  run: async (context) => {
    const { comment } = await import('../comment/comment.ts');
    return comment(context);
  },
});
