import type { SeededBug } from './seeded-bugs.ts';

/** Bugs of people who join and sign in. */
const ofPeople: readonly SeededBug[] = [
  {
    name: 'a person who joins and nobody is told',
    breaks: 'event',
    file: 'lib/app/identity/sessions/complete-sign-in.ts',
    find: '    ...notifyJoined(opening, answer),\n',
    replace: '',
  },
  {
    name: 'an invitation that is never used up',
    breaks: 'membership',
    file: 'lib/domain/identity/invitations/accept-invitation.ts',
    find: '      endInvitation(invitation, { acceptedAt: now }, voided),\n',
    replace: '',
  },
  {
    name: 'an invitation for whoever has its link',
    breaks: 'membership',
    file: 'lib/domain/identity/invitations/accept-invitation.ts',
    find: 'if (!isSameAddress(email, invitation.email))',
    replace: "if (!isSameAddress(email, invitation.email) && email === '')",
  },
  {
    name: 'a session that outlives its end',
    breaks: 'credential',
    file: 'lib/domain/identity/sessions/session-of-person.ts',
    find: '    set: { revokedAt: now },',
    replace: '    set: { lastUsedAt: now },',
  },
  {
    name: 'a session beside the one in its place',
    breaks: 'credential',
    file: 'lib/domain/identity/sessions/start-session.ts',
    find: "      ...(replaces ? endSession(replaces, { personId, cause: 'replaced', at }) : []),\n",
    replace: '',
  },
  {
    name: 'a person who stays when the directory ends them',
    breaks: 'event',
    file: 'lib/domain/identity/scim/change-user.ts',
    find: '...mergeInto(removeMember(actor, member, { now }), member, next), event]',
    replace: 'memberUpdate(member, base), event]',
    world: { days: 1, acts: 120 },
  },
];

/** Bugs of history scans. */
const ofHistories: readonly SeededBug[] = [
  {
    name: 'a history that costs nothing',
    breaks: 'history',
    file: 'lib/domain/history-scans/start-history.ts',
    find: '  charge: { core: credits },',
    replace: '  charge: {},',
  },
  {
    name: 'a history whose price comes back',
    breaks: 'history',
    file: 'lib/domain/history-scans/end-history.ts',
    find: 'const refunded = credits - partsDone;',
    replace: 'const refunded = credits;',
  },
  {
    name: 'a secret that is lost between looks',
    breaks: 'history',
    file: 'lib/app/history-scans/scan-part.ts',
    find: 'const found = secrets.flatMap(',
    replace: 'const found = secrets.slice(1).flatMap(',
    world: { days: 1, acts: 120 },
  },
];

/** Bugs of rules and documents of an organization. */
const ofDocuments: readonly SeededBug[] = [
  {
    name: 'a scan without the rules of its organization',
    breaks: 'rules',
    file: 'lib/app/scans/workflow/assess-unit.ts',
    find: '      customRules: gate.customRules,',
    replace: '      customRules: undefined,',
    world: { days: 1.5, acts: 60 },
  },
  {
    name: 'an export that never ends',
    breaks: 'liveness',
    file: 'lib/domain/offboarding/store-export-part.ts',
    find: "state: 'completed' as const",
    replace: "state: 'running' as const",
  },
];

/** Bugs of what organizations do beside scans and payments. */
export const lifeBugs: readonly SeededBug[] = [...ofPeople, ...ofHistories, ...ofDocuments];
