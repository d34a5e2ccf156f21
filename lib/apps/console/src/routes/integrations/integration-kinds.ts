import type { ArgumentsOf } from '@scangate/client';

export type IntegrationBody = ArgumentsOf<'create-integration'>[0]['body'];
export type IntegrationKind = IntegrationBody['kind'];

export interface FormField {
  name: string;
  isOptional?: true;
  isSecret?: true;
  /** Has several lines, such as a key. */
  isLong?: true;
}

/** A way to sign in at a provider. */
export interface CredentialWay {
  name: string;
  fields: readonly FormField[];
  /** The settings that this way alone needs. */
  settings?: readonly FormField[];
}

interface KindFields {
  settings: readonly FormField[];
  ways: readonly [CredentialWay, ...CredentialWay[]];
  /** Findings become tickets there; a chat gets messages. */
  isTracker: boolean;
}

const secret = (name: string): FormField => ({ name, isSecret: true });
const optional = (name: string): FormField => ({ name, isOptional: true });
const bySecret = (name: string): CredentialWay => ({ name, fields: [secret(name)] });

/** The fields of each kind: its settings, and what is sealed. */
export const kindFields: Record<IntegrationKind, KindFields> = {
  slack: {
    settings: [],
    ways: [{ ...bySecret('botToken'), settings: [{ name: 'channel' }] }, bySecret('webhookUrl')],
    isTracker: false,
  },
  teams: { settings: [], ways: [bySecret('workflowUrl')], isTracker: false },
  github_issues: {
    settings: [{ name: 'repository' }, optional('url')],
    ways: [
      bySecret('token'),
      {
        name: 'app',
        fields: [{ name: 'appId' }, { name: 'installationId' }, { name: 'privateKey', isLong: true }],
      },
    ],
    isTracker: true,
  },
  gitlab_issues: {
    settings: [{ name: 'project' }, optional('url')],
    ways: [bySecret('token')],
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
    ways: [{ name: 'token', fields: [{ name: 'email' }, secret('token')] }],
    isTracker: true,
  },
  linear: { settings: [{ name: 'team' }], ways: [bySecret('apiKey')], isTracker: true },
};

export const integrationKinds = Object.keys(kindFields) as IntegrationKind[];

/** Whether this console knows a kind; a later service may have more. */
export const isKnownKind = (kind: string): boolean => Object.hasOwn(kindFields, kind);

/** The chosen way to sign in, or the first one. */
export const wayOf = (kind: IntegrationKind, name: string): CredentialWay => {
  const { ways } = kindFields[kind];
  return ways.find((way) => way.name === name) ?? ways[0];
};

/** The settings that a kind asks for with a way to sign in. */
export const settingsOf = (kind: IntegrationKind, way: string): readonly FormField[] => [
  ...(wayOf(kind, way).settings ?? []),
  ...kindFields[kind].settings,
];
