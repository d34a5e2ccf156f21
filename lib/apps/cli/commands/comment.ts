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
  summary: 'Writes the result as a single comment on a pull request.',
  positionals: [{ name: 'ID', isRequired: true }],
  flags: commentFlags,
  notes: [
    'The comment is only updated while the scanned commit is the newest. Nothing is written if the service posts results itself.',
    'Tokens: GITHUB_TOKEN, SCANGATE_GITLAB_TOKEN, SCANGATE_BITBUCKET_TOKEN or SYSTEM_ACCESSTOKEN. A refusal by the host is a note and does not change the exit code.',
  ],
  example: 'scangate comment 3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10 --pull-request 7',
  run: async (context) => {
    const { comment } = await import('../comment/comment.ts');
    return comment(context);
  },
});
