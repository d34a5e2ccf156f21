export interface LinearIssue {
  id: string;
  number: number;
  team: string;
  title: string;
  description: string;
  stateId: string;
  createdAt: string;
  trashed: boolean;
  archivedAt: string | null;
}

/** Every team exists unless it was deleted; each has the same workflow. */
export interface LinearState {
  issues: LinearIssue[];
  deletedTeams: string[];
  revokedKeys: string[];
  /** The end of the rate limit, in milliseconds since the epoch. */
  limitedUntil: number;
}

export const initialLinear = (): LinearState => ({
  issues: [],
  deletedTeams: [],
  revokedKeys: [],
  limitedUntil: 0,
});

/** The states of a workflow by the type of each. */
export const stateTypes = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const;

export const stateIdOf = (team: string, type: string): string => `state-${team}-${type}`;
export const typeOfState = (stateId: string): string => stateId.split('-').at(-1) ?? '';
export const teamIdOf = (key: string): string => `team-${key}`;
export const keyOfTeam = (teamId: string): string => teamId.replace(/^team-/, '');
