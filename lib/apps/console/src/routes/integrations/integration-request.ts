import type { ArgumentsOf } from '@scangate/client';

export type IntegrationBody = ArgumentsOf<'create-integration'>[0]['body'];
export type IntegrationKind = IntegrationBody['kind'];

interface FormField {
  name: string;
  isOptional?: true;
  isSecret?: true;
}

interface KindFields {
  settings: readonly FormField[];
  credential: readonly FormField[];
  /** Findings become tickets there. */
  isTracker: boolean;
}

const secret = (name: string): FormField => ({ name, isSecret: true });
const optional = (name: string): FormField => ({ name, isOptional: true });

/** The fields of each kind: what it is told, and what is sealed. */
export const kindFields: Record<IntegrationKind, KindFields> = {
  slack: { settings: [{ name: 'channel' }], credential: [secret('botToken')], isTracker: false },
  teams: { settings: [], credential: [secret('workflowUrl')], isTracker: false },
  github_issues: {
    settings: [{ name: 'repository' }, optional('url')],
    credential: [secret('token')],
    isTracker: true,
  },
  gitlab_issues: {
    settings: [{ name: 'project' }, optional('url')],
    credential: [secret('token')],
    isTracker: true,
  },
  jira: {
    settings: [
      { name: 'site' },
      { name: 'project' },
      { name: 'issueType' },
      optional('doneTransition'),
      optional('reopenTransition'),
    ],
    credential: [{ name: 'email' }, secret('token')],
    isTracker: true,
  },
  linear: { settings: [{ name: 'team' }], credential: [secret('apiKey')], isTracker: true },
};

export const integrationKinds = Object.keys(kindFields) as IntegrationKind[];

export type Values = Readonly<Record<string, string>>;

/** An integration as the form has it. Its credential is apart, because a draft is stored. */
export interface IntegrationRequest {
  kind: IntegrationKind;
  name: string;
  settings: Values;
  minimumSeverity: 'critical' | 'high' | 'medium' | 'low' | '';
}

export const newIntegration = (kind: IntegrationKind): IntegrationRequest => ({
  kind,
  name: '',
  settings: {},
  minimumSeverity: '',
});

const filled = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

const isMissing = (fields: readonly FormField[], values: Values): string[] =>
  fields.flatMap(({ name, isOptional }) => (isOptional || (values[name] ?? '').trim() !== '' ? [] : [name]));

/** The names of the fields that need a value. */
export const missingFields = (
  { kind, name, settings }: IntegrationRequest,
  credential: Values,
): ReadonlySet<string> =>
  new Set([
    ...(name.trim() === '' ? ['name'] : []),
    ...isMissing(kindFields[kind].settings, settings),
    ...isMissing(kindFields[kind].credential, credential).map((field) => `credential.${field}`),
  ]);

/** The request of a complete form. */
export const integrationBody = (request: IntegrationRequest, credential: Values): IntegrationBody => {
  const { kind, name, settings, minimumSeverity } = request;
  const isTracker = kindFields[kind].isTracker && minimumSeverity !== '';
  // The table of fields above holds what each kind takes.
  return {
    kind,
    name: name.trim(),
    settings: { ...filled(settings), ...(isTracker && { minimumSeverity }) },
    credential: filled(credential),
  } as IntegrationBody;
};
