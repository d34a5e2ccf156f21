import type { SeededBug } from './seeded-bugs.ts';

/** Bugs of the own issuers of organizations. */
export const signOnBugs: readonly SeededBug[] = [
  {
    name: 'a session that an enforced issuer does not end',
    breaks: 'sign-on',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'return endsAt > Date.parse(now) && policyRefusal(organization, facts) === undefined;',
    replace: "return endsAt > Date.parse(now) && policyRefusal(organization, facts) !== 'method_required';",
  },
];
