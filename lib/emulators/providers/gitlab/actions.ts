import * as z from 'zod';
import { action, type EmulatorAction, type EmulatorContext } from '../kit/provider-emulator.ts';
import { gitlabTime, type GitlabIssue, type GitlabState } from './state.ts';

const issueName = z.strictObject({ project: z.string(), iid: z.number() });
const projectName = z.strictObject({ project: z.string() });

/** Actions of people at GitLab on issues, projects and credentials. */
export const gitlabPersonActions = (state: GitlabState, context: EmulatorContext): EmulatorAction[] => {
  const change = (name: string, to: (issue: GitlabIssue) => Partial<GitlabIssue>): EmulatorAction =>
    action({
      name,
      input: issueName,
      run: ({ project, iid }) => {
        const found = state.issues.find((one) => one.project === project && one.iid === iid);
        if (found) Object.assign(found, to(found), { updatedAt: gitlabTime(context) });
        return found;
      },
    });
  return [
    change('close-issue', () => ({ state: 'closed' })),
    change('reopen-issue', () => ({ state: 'opened' })),
    change('delete-issue', () => ({ isDeleted: true })),
    // GitLab closes the issue and names the new one in the other project.
    change('move-issue', () => ({ state: 'closed', movedToId: state.nextId++ })),
    action({
      name: 'delete-project',
      input: projectName,
      run: ({ project }) => state.deletedProjects.push(project),
    }),
    action({
      name: 'disable-issues',
      input: projectName,
      run: ({ project }) => state.projectsWithoutIssues.push(project),
    }),
    action({
      name: 'revoke-token',
      input: z.strictObject({ token: z.string() }),
      run: ({ token }) => state.revokedTokens.push(token),
    }),
  ];
};
