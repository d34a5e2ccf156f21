import { deviceRows, refusalRows } from '#ports/tables.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import { underPart } from './organization-partitions.ts';
import { oneTime, org, tail, underOrganization, underValue, type Layout } from './layout.ts';

/** The records of people, sign-ins, invitations, trust, sign-on and directories, and the limits of callers. */
export type IdentityRecord = Extract<
  RecordName,
  | 'person'
  | 'personOrganization'
  | 'identity'
  | 'signIn'
  | 'usedCredential'
  | 'deviceLogin'
  | 'deviceUserCode'
  | 'deviceTries'
  | 'invitation'
  | 'invitationSecret'
  | 'trustRule'
  | 'exchangeMinute'
  | 'ssoSettings'
  | 'organizationDomain'
  | 'domainClaim'
  | 'directoryGroup'
  | 'directoryAlias'
  | 'rateMinute'
  | 'activeScans'
  | 'refusedScan'
  | 'erased'
  | 'endedCredentials'
  | 'refusal'
  | 'organizationExport'
>;

export const identityLayouts: { [R in IdentityRecord]: Layout<R> } = {
  person: underValue({ partition: 'PERSON', sort: 'PERSON' }, 'personId'),
  personOrganization: {
    table: 'Core',
    key: (id) => ({ pk: `PERSON#${id.personId}`, sk: org(id.organizationId) }),
    identity: (pk, sk) => ({ personId: tail(pk, 1), organizationId: tail(sk, 1) }),
  },
  identity: underValue({ partition: 'IDENTITY', sort: 'IDENTITY' }, 'identityHash'),
  signIn: oneTime('SIGNIN', 'stateHash'),
  usedCredential: oneTime('USED', 'credentialHash'),
  deviceLogin: oneTime(deviceRows, 'deviceHash'),
  deviceUserCode: oneTime(`${deviceRows}CODE`, 'userCodeHash'),
  deviceTries: oneTime('TRIES', 'triesOf'),
  invitation: underOrganization(
    (id) => `INVITE#${id.invitationId}`,
    ([, invitationId = '']) => ({ invitationId }),
  ),
  invitationSecret: oneTime('INVITATION', 'secretHash'),
  trustRule: underOrganization(
    (id) => `TRUST#${id.trustId}`,
    ([, trustId = '']) => ({ trustId }),
  ),
  exchangeMinute: underOrganization(
    (id) => `EXCHANGES#${id.minute}`,
    ([, minute = '0']) => ({ minute: Number(minute) }),
  ),
  ssoSettings: underOrganization(
    () => 'SSO',
    () => ({}),
  ),
  organizationDomain: underOrganization(
    (id) => `DOMAIN#${id.domain}`,
    ([, domain = '']) => ({ domain }),
  ),
  domainClaim: underValue({ partition: 'DOMAIN', sort: 'DOMAIN' }, 'domain'),
  directoryGroup: underOrganization(
    (id) => `GROUP#${id.groupId}`,
    ([, groupId = '']) => ({ groupId }),
  ),
  directoryAlias: underOrganization(
    (id) => `ALIAS#${id.alias}`,
    ([, ...alias]) => ({ alias: alias.join('#') }),
  ),
  rateMinute: underOrganization(
    (id) => `RATE#${id.minute}`,
    ([, minute = '0']) => ({ minute: Number(minute) }),
  ),
  activeScans: underOrganization(
    (id) => `ACTIVE#${id.day}`,
    ([, day = '']) => ({ day }),
  ),
  refusedScan: underPart(
    'refusedScan',
    (id) => `NOSCAN#${id.scanId}`,
    ([, scanId = '']) => ({ scanId }),
  ),
  endedCredentials: underOrganization(
    (id) => `ENDED#${id.endId}`,
    ([, endId = '']) => ({ endId }),
  ),
  refusal: {
    table: 'Core',
    key: (id) => ({
      pk: `${refusalRows}${id.organizationId}`,
      sk: `REFUSED#${id.personId}#${id.endpoint}#${id.hour}`,
    }),
    identity: (pk, sk) => {
      const [, personId = '', endpoint = '', hour = ''] = sk.split('#');
      return { organizationId: tail(pk, 1), personId, endpoint, hour };
    },
  },
  erased: underValue({ partition: 'ERASED', sort: 'ERASED' }, 'organizationId'),
  organizationExport: underOrganization(
    (id) => `EXPORT#${id.exportId}`,
    ([, exportId = '']) => ({ exportId }),
  ),
};
