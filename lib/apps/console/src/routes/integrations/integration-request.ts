import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { filterOf, filterRequestOf, noFilter, type FilterRequest } from '../webhooks/event-filter.ts';
import {
  kindFields,
  settingsOf,
  wayOf,
  type FormField,
  type IntegrationBody,
  type IntegrationKind,
} from './integration-kinds.ts';
import { ruleOf, ruleRequestOf, storedRules, type RuleRequest } from './message-rules.ts';

export type Integration = BodyOfResponse<'get-integration', 200>;
type ChangeBody = ArgumentsOf<'change-integration'>[0]['body'];

export type Values = Readonly<Record<string, string>>;

/** An integration as the form has it. Its credential is apart, because a draft is stored. */
export interface IntegrationRequest {
  kind: IntegrationKind;
  /** The way to sign in at the provider. */
  way: string;
  name: string;
  /** The types of events; none are those that suit the kind. */
  events: readonly string[];
  filter: FilterRequest;
  settings: Values;
  /** The lowest severity that gets a ticket, if it is a tracker. */
  ticketsFrom: 'critical' | 'high' | 'medium' | 'low' | '';
  /** A tracker has a limit; undefined leaves it to the service. */
  ticketsPerDay: number | undefined;
  /** The rules of a chat, by which it sends events. */
  rules: readonly RuleRequest[];
}

export const newIntegration = (kind: IntegrationKind): IntegrationRequest => ({
  kind,
  way: wayOf(kind, '').name,
  name: '',
  events: [],
  filter: noFilter,
  settings: {},
  ticketsFrom: '',
  ticketsPerDay: undefined,
  rules: [],
});

/** The repositories that a stored integration names. */
export const repositoriesIn = ({ filter, settings }: Integration): string[] => [
  ...new Set([
    ...(filter?.repositoryIds ?? []),
    ...storedRules(settings).flatMap(({ repositoryIds = [] }) => repositoryIds),
  ]),
];

/** The stored way to sign in, as far as the settings show it: the credential itself is sealed. */
const storedWay = (kind: IntegrationKind, settings: Integration['settings']): string => {
  const { ways } = kindFields[kind];
  const told = ways.find(({ settings: own }) => own?.some(({ name }) => name in settings));
  return (told ?? ways.find(({ settings: own }) => own === undefined) ?? ways[0]).name;
};

export const thresholds = ['critical', 'high', 'medium', 'low'] as const;

/** The form of a stored integration, with the names of the repositories in it. */
export const integrationRequestOf = (
  { kind, name, types, filter, settings }: Integration,
  names: readonly ChosenRepository[],
): IntegrationRequest => {
  const { newTicketsPerDay, minimumSeverity } = settings;
  const isNamed = new Set(filter?.repositoryIds);
  const texts = Object.entries(settings).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'minimumSeverity',
  );
  return {
    kind,
    way: storedWay(kind, settings),
    name,
    events: types,
    filter: filterRequestOf(
      filter,
      names.filter(({ repositoryId }) => isNamed.has(repositoryId)),
    ),
    settings: Object.fromEntries(texts),
    ticketsFrom: thresholds.find((threshold) => threshold === minimumSeverity) ?? '',
    ticketsPerDay: typeof newTicketsPerDay === 'number' ? newTicketsPerDay : undefined,
    rules: storedRules(settings).map((rule) => ruleRequestOf(rule, names)),
  };
};

const filled = (fields: readonly FormField[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = (values[name] ?? '').trim();
      return value === '' ? [] : [[name, value]];
    }),
  );

const missingIn = (fields: readonly FormField[], values: Values): string[] =>
  fields.flatMap(({ name, isOptional }) => (isOptional || (values[name] ?? '').trim() !== '' ? [] : [name]));

const allTrue = (names: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, true]));

/** The fields of the credential that need a value; their names begin with `credential.`. */
export const credentialErrors = (
  { kind, way }: IntegrationRequest,
  credential: Values,
): Record<string, boolean> =>
  allTrue(missingIn(wayOf(kind, way).fields, credential).map((field) => `credential.${field}`));

/** The other fields that need a value, or another one. */
export const integrationErrors = (request: IntegrationRequest): Record<string, boolean> => {
  const { kind, way, name, settings, ticketsPerDay, rules } = request;
  return allTrue([
    ...(name.trim() === '' ? ['name'] : []),
    ...missingIn(settingsOf(kind, way), settings),
    ...(ticketsPerDay !== undefined && (ticketsPerDay < 1 || ticketsPerDay > 200) ? ['ticketsPerDay'] : []),
    ...(rules.some(({ types }) => types.length === 0) ? ['rules'] : []),
  ]);
};

const settingsBody = (request: IntegrationRequest): object => {
  const { kind, way, settings, ticketsFrom, ticketsPerDay, rules } = request;
  const { isTracker } = kindFields[kind];
  return {
    ...filled(settingsOf(kind, way), settings),
    ...(isTracker && ticketsFrom !== '' && { minimumSeverity: ticketsFrom }),
    ...(isTracker && ticketsPerDay !== undefined && { newTicketsPerDay: ticketsPerDay }),
    ...(!isTracker && rules.length > 0 && { rules: rules.map(ruleOf) }),
  };
};

/** The credential of a complete form. */
export const credentialBody = ({ kind, way }: IntegrationRequest, credential: Values): Values =>
  filled(wayOf(kind, way).fields, credential);

/** The request of a complete form. */
export const integrationBody = (request: IntegrationRequest, credential: Values): IntegrationBody => {
  const filter = filterOf(request.filter);
  // The table of kinds holds what each of them takes.
  return {
    kind: request.kind,
    name: request.name.trim(),
    ...(request.events.length > 0 && { types: [...request.events] }),
    ...(filter && { filter }),
    settings: settingsBody(request),
    credential: credentialBody(request, credential),
  } as IntegrationBody;
};

/** Whether an edit leads to another place at the provider, which is tried with the credential. */
export const leadsElsewhere = (before: IntegrationRequest, after: IntegrationRequest): boolean => {
  const placeOf = ({ kind, way, settings }: IntegrationRequest): string =>
    JSON.stringify(settingsOf(kind, way).map(({ name }) => (settings[name] ?? '').trim()));
  return before.way !== after.way || placeOf(before) !== placeOf(after);
};

/** The change of a complete form. Settings are sent when they differ, with the credential when there is one. */
export const integrationChange = (
  before: IntegrationRequest,
  after: IntegrationRequest,
  credential: Values,
): ChangeBody => {
  const settings = settingsBody(after);
  const isSame = JSON.stringify(settings) === JSON.stringify(settingsBody(before));
  return {
    name: after.name.trim(),
    ...(after.events.length > 0 && { types: [...after.events] }),
    filter: filterOf(after.filter) ?? null,
    ...(!isSame && { settings: { ...settings } }),
    ...(leadsElsewhere(before, after) && { credential: credentialBody(after, credential) }),
  };
};
