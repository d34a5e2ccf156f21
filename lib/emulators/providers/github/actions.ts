import * as z from 'zod';
import { action, type EmulatorAction, type EmulatorContext } from '../kit/provider-emulator.ts';
import { githubTime, type GithubIssue, type GithubState } from './state.ts';

const issueName = z.strictObject({ repository: z.string(), number: z.number() });
const repositoryName = z.strictObject({ repository: z.string() });

/** Actions of people at GitHub on issues, repositories and credentials. */
export const githubPersonActions = (state: GithubState, context: EmulatorContext): EmulatorAction[] => {
  const change = (name: string, to: (issue: GithubIssue) => Partial<GithubIssue>): EmulatorAction =>
    action({
      name,
      input: issueName,
      run: ({ repository, number }) => {
        const found = state.issues.find((one) => one.repository === repository && one.number === number);
        if (found) Object.assign(found, to(found), { updatedAt: githubTime(context) });
        return found;
      },
    });
  return [
    change('close-issue', () => ({ state: 'closed', stateReason: 'not_planned' })),
    change('reopen-issue', () => ({ state: 'open', stateReason: 'reopened' })),
    change('delete-issue', () => ({ isDeleted: true })),
    change('move-issue', ({ repository }) => ({ movedTo: `${repository}-archive` })),
    action({
      name: 'delete-repository',
      input: repositoryName,
      run: ({ repository }) => state.deletedRepositories.push(repository),
    }),
    action({
      name: 'disable-issues',
      input: repositoryName,
      run: ({ repository }) => state.repositoriesWithoutIssues.push(repository),
    }),
    action({
      name: 'revoke-token',
      input: z.strictObject({ token: z.string() }),
      run: ({ token }) => state.revokedTokens.push(token),
    }),
    action({
      name: 'register-app',
      input: z.strictObject({ appId: z.string(), publicKey: z.string() }),
      run: ({ appId, publicKey }) => (state.appKeys[appId] = publicKey),
    }),
  ];
};
