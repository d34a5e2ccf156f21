import * as z from 'zod';
import { act, type StandInAction, type StandInContext } from '../kit/stand-in.ts';
import { gitlabTime, type GitlabIssue, type GitlabState } from './state.ts';

const issueName = z.strictObject({ project: z.string(), iid: z.number() });
const projectName = z.strictObject({ project: z.string() });

/** Actions of people at GitLab on issues, projects and credentials. */
export const gitlabActs = (state: GitlabState, context: StandInContext): StandInAction[] => {
  const change = (name: string, to: (issue: GitlabIssue) => Partial<GitlabIssue>): StandInAction =>
    act({
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
    act({
      name: 'delete-project',
      input: projectName,
      run: ({ project }) => state.deletedProjects.push(project),
    }),
    act({
      name: 'disable-issues',
      input: projectName,
      run: ({ project }) => state.projectsWithoutIssues.push(project),
    }),
    act({
      name: 'revoke-token',
      input: z.strictObject({ token: z.string() }),
      run: ({ token }) => state.revokedTokens.push(token),
    }),
  ];
};
