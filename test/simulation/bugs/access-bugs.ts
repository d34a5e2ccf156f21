import { dayOfEverything, type SeededBug } from './seeded-bugs.ts';

/** A world in which much is exported and shared. */
const withDocuments = { days: 1, acts: 120 };

/** A world in which directories do much. */
const withDirectories = { days: 1, acts: 120 };

/** Bugs of tenants: somebody reads, changes or is sent what another organization has. */
const ofTenants: readonly SeededBug[] = [
  {
    name: 'a client that reads the rows of its siblings',
    breaks: 'tenant',
    file: 'lib/domain/ledger/redacted-row.ts',
    find: 'viewer === undefined || row.organizationId === viewer ? row : redactedRow(row);',
    replace: 'viewer === undefined || row.organizationId !== undefined ? row : redactedRow(row);',
  },
  {
    name: 'a list that remembers its first caller',
    breaks: 'tenant',
    file: 'functions/api/list-members/handler.ts',
    find: "    'members',\n    { organizationId },",
    replace: "    'members',\n    (globalThis.firstOwner ??= { organizationId }),",
  },
  {
    name: 'a budget for the client of somebody else',
    breaks: 'tenant',
    file: 'lib/app/billing/client-budgets.ts',
    find: 'if (organization?.billingAccountId !== accountId || organizationId === accountId)',
    replace: 'if (!organization || organizationId === accountId)',
  },
  {
    name: 'a directory that is told of the people of others',
    breaks: 'tenant',
    file: 'functions/scim/users/handler.ts',
    find: 'list: ({ by }, filter, ports) => listUsers(by.organizationId, filter, ports),',
    replace:
      'list: ({ by }, filter, ports) => listUsers((globalThis.firstDirectory ??= by.organizationId), filter, ports),',
    world: dayOfEverything,
  },
  {
    name: 'a user who returns with the groups of before',
    breaks: 'groups',
    file: 'lib/domain/identity/scim/change-user.ts',
    find: 'groups?.names ?? member.directory?.groups',
    replace: 'member.directory?.groups',
    also: [
      {
        file: 'lib/domain/identity/scim/directory-group.ts',
        find: 'if (!member.directory) return [countChange(member)];',
        replace: 'if (!member.directory || removedAt !== undefined) return [countChange(member)];',
      },
    ],
    world: dayOfEverything,
  },
  {
    name: 'an export of what another organization has',
    breaks: 'tenant',
    file: 'lib/app/offboarding/write-export.ts',
    find: 'await nextExportFiles(organization, ports, position);',
    replace: 'await nextExportFiles((globalThis.firstExported ??= organization), ports, position);',
    world: withDocuments,
  },
  {
    name: 'a mail to the people of another organization',
    breaks: 'tenant',
    file: 'lib/app/mail/send-due-mails.ts',
    find: "const members = await Array.fromAsync(listAll(store, { list: 'members', owner: { organizationId } }));",
    replace:
      "const members = (globalThis.firstMembers ??= await Array.fromAsync(listAll(store, { list: 'members', owner: { organizationId } })));",
  },
  {
    name: 'a delivery to the receiver of another organization',
    breaks: 'tenant',
    file: 'lib/app/delivery/send-due.ts',
    find: 'return await sender.send({ subscriber, event, delivery, now: clock.now() });',
    replace:
      'return await sender.send({ subscriber: (globalThis[subscriber.kind] ??= subscriber), event, delivery, now: clock.now() });',
  },
];

/** Bugs of credentials that live on, or permit too much. */
const ofCredentials: readonly SeededBug[] = [
  {
    name: 'a member who may do what an owner may',
    breaks: 'credential',
    file: 'lib/domain/identity/live-credential.ts',
    find: "(member?.role ?? 'member')",
    replace: "(member ? 'owner' : 'member')",
  },
  {
    name: 'a token that never expires',
    breaks: 'credential',
    file: 'lib/domain/identity/tokens.ts',
    find: '  (token.expiresAt === undefined || token.expiresAt > now) &&\n',
    replace: '',
  },
  {
    name: 'a token of a directory that outlives its revocation',
    breaks: 'credential',
    file: 'lib/domain/identity/live-credential.ts',
    find: '? isLiveToken(token, { joinedAt: token.createdAt }, now)',
    replace: '? token.createdAt <= now',
    world: withDirectories,
  },
  {
    name: 'a link to a pack that is revoked on paper only',
    breaks: 'credential',
    file: 'lib/domain/auditor-packs/auditor-pack-links.ts',
    find: "set: { revokedAt: at },\n      when: [{ field: 'revokedAt', is: 'absent' }],",
    replace: "set: { openings: 0 },\n      when: [{ field: 'revokedAt', is: 'absent' }],",
    also: [
      {
        file: 'lib/domain/auditor-packs/auditor-pack-links.ts',
        find: '    ...revokeSecret(link, at),\n',
        replace: '',
      },
    ],
    world: withDocuments,
  },
  {
    name: 'a session that is revived by its use',
    breaks: 'credential',
    file: 'lib/adapters/dynamodb/token-store.ts',
    find: "${isSession ? ' AND idleUntil > :now' : ''}",
    replace: '',
  },
  {
    name: 'a token that outlives its rule',
    breaks: 'credential',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'rule.removedAt !== undefined || ',
    replace: '',
  },
  {
    name: 'a token of an organization that is closing',
    breaks: 'credential',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'if (closing && !isSession) return undefined;',
    replace: '',
    world: { days: 1.3, leaving: 8 },
  },
];

/** Bugs that give access. */
export const accessBugs: readonly SeededBug[] = [...ofTenants, ...ofCredentials];
