import * as z from 'zod';
import type { EmulatorContext } from '../kit/provider-emulator.ts';
import {
  keyOfTeam,
  stateIdOf,
  stateTypes,
  teamIdOf,
  typeOfState,
  type LinearIssue,
  type LinearState,
} from './state.ts';

/** A GraphQL error in Linear's format. */
export class LinearRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** One root field, with its supported fields. */
export interface Operation {
  root: string;
  kind: 'query' | 'mutation';
  /** Every name that the document may contain, arguments included. */
  names: readonly string[];
  run(state: LinearState, variables: unknown, context: EmulatorContext): unknown;
}

/** @throws LinearRefusal INPUT_ERROR for unknown variables. */
const read = <T>(schema: z.ZodType<T>, variables: unknown): T => {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  throw new LinearRefusal('INPUT_ERROR', `Argument Validation Error: ${z.prettifyError(parsed.error)}`);
};

const issueOf = ({ issues }: LinearState, id: string): LinearIssue => {
  const found = issues.find((one) => one.id === id);
  if (!found)
    throw new LinearRefusal('INPUT_ERROR', 'Entity not found: Issue - Could not find referenced Issue.');
  return found;
};

const urlOf = ({ team, number }: LinearIssue): string => `https://linear.app/acme/issue/${team}-${number}`;

const shown = (issue: LinearIssue) => ({
  id: issue.id,
  url: urlOf(issue),
  description: issue.description,
  trashed: issue.trashed,
  archivedAt: issue.archivedAt,
  state: { type: typeOfState(issue.stateId) },
  team: { key: issue.team },
});

const title = z.string().min(1).max(255);
const description = z.string().max(250_000);
const createInput = z.strictObject({
  input: z.strictObject({
    id: z.uuidv4(),
    teamId: z.string(),
    title,
    description: description.optional(),
    stateId: z.string().optional(),
  }),
});
const updateInput = z.strictObject({
  id: z.string(),
  input: z.strictObject({
    title: title.optional(),
    description: description.optional(),
    stateId: z.string().optional(),
  }),
});
const byId = z.strictObject({ id: z.string() });
const byKey = z.strictObject({ key: z.string() });

const teamsWith = ({ deletedTeams }: LinearState, key: string) => {
  if (deletedTeams.includes(key)) return [];
  const nodes = stateTypes.map((type, position) => ({ id: stateIdOf(key, type), type, position }));
  return [{ id: teamIdOf(key), name: `Team ${key}`, states: { nodes } }];
};

const create = (state: LinearState, variables: unknown, { now }: EmulatorContext) => {
  const { input } = read(createInput, variables);
  const team = keyOfTeam(input.teamId);
  if (state.deletedTeams.includes(team)) throw new LinearRefusal('INPUT_ERROR', 'Entity not found: Team');
  if (state.issues.some(({ id }) => id === input.id))
    throw new LinearRefusal('INPUT_ERROR', 'Duplicate entity: the id is taken.');
  const issue: LinearIssue = {
    id: input.id,
    number: state.issues.filter((one) => one.team === team).length + 1,
    team,
    title: input.title,
    description: input.description ?? '',
    stateId: input.stateId ?? stateIdOf(team, 'backlog'),
    createdAt: new Date(now()).toISOString(),
    trashed: false,
    archivedAt: null,
  };
  state.issues.push(issue);
  return { success: true, issue: shown(issue) };
};

export const operations: readonly Operation[] = [
  {
    root: 'teams',
    kind: 'query',
    names: ['key', 'String', 'filter', 'eq', 'nodes', 'id', 'name', 'states', 'type', 'position'],
    run: (state, variables) => ({ nodes: teamsWith(state, read(byKey, variables).key) }),
  },
  {
    root: 'issue',
    kind: 'query',
    names: ['id', 'String', 'url', 'description', 'trashed', 'archivedAt', 'state', 'type', 'team', 'key'],
    run: (state, variables) => shown(issueOf(state, read(byId, variables).id)),
  },
  {
    root: 'issueCreate',
    kind: 'mutation',
    names: ['input', 'IssueCreateInput', 'success', 'issue', 'id', 'url'],
    run: create,
  },
  {
    root: 'issueUpdate',
    kind: 'mutation',
    names: ['id', 'String', 'input', 'IssueUpdateInput', 'success'],
    run: (state, variables) => {
      const { id, input } = read(updateInput, variables);
      const issue = issueOf(state, id);
      if (issue.archivedAt !== null) throw new LinearRefusal('INPUT_ERROR', 'The issue is archived.');
      Object.assign(issue, input);
      return { success: true };
    },
  },
  {
    root: 'issueUnarchive',
    kind: 'mutation',
    names: ['id', 'String', 'success'],
    run: (state, variables) => {
      Object.assign(issueOf(state, read(byId, variables).id), { archivedAt: null, trashed: false });
      return { success: true };
    },
  },
];
