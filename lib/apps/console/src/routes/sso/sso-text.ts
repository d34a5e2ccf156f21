import { number } from '@scangate/console/messages/format.ts';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import type { SsoSettings } from './sso-settings.ts';

export const ssoLabels: Record<keyof SsoSettings, string> = {
  kind: ssoMessages.kind,
  issuer: ssoMessages.issuerUrl,
  clientId: ssoMessages.clientId,
  entityId: ssoMessages.entityId,
  signInUrl: ssoMessages.signInUrl,
  certificates: ssoMessages.certificates,
  claim: ssoMessages.claim,
  groups: ssoMessages.roles,
  isEnforced: ssoMessages.enforce,
  breakGlass: ssoMessages.breakGlass,
  idleMinutes: ssoMessages.idleMinutes,
  absoluteHours: ssoMessages.absoluteHours,
  maxTokenDays: ssoMessages.maxTokenDays,
  requiredAmr: ssoMessages.requiredAmr,
};

type Words<T> = { [N in keyof T]: (value: T[N]) => string };

const asItIs = (text: string): string => text;
const numberOrNone = (value: number | undefined): string => (value === undefined ? '' : number(value));

const wordsWith = (nameOf: People['nameOf']): Words<SsoSettings> => ({
  kind: (kind) => ssoMessages[kind],
  issuer: asItIs,
  clientId: asItIs,
  entityId: asItIs,
  signInUrl: asItIs,
  certificates: asItIs,
  claim: asItIs,
  groups: (groups) => groups.map(({ group, role }) => `${group}: ${roleName(role)}`).join(', '),
  isEnforced: (isEnforced) => (isEnforced ? ssoMessages.yes : ssoMessages.no),
  breakGlass: (people) => people.map((id) => nameOf(id) ?? id).join(', '),
  idleMinutes: numberOrNone,
  absoluteHours: numberOrNone,
  maxTokenDays: numberOrNone,
  requiredAmr: (methods) => methods.join(', '),
});

/** Says a setting in words, with the names of people. */
export const ssoText =
  (nameOf: People['nameOf']) =>
  <N extends keyof SsoSettings>(name: N, settings: SsoSettings): string =>
    wordsWith(nameOf)[name](settings[name]);
