import type { SeededBug } from './seeded-bugs.ts';

/** A world in which many sign in at the own issuers of their organizations. */
const world = { days: 0.3, organizations: 7, acts: 250 };

/** Bugs of the own issuers of organizations. */
export const signOnBugs: readonly SeededBug[] = [
  {
    name: 'an assertion that is verified by the key that it brings',
    breaks: 'assertion',
    file: 'lib/adapters/saml/verify-signature.ts',
    find: 'getCertFromKeyInfo: () => null',
    replace: 'getCertFromKeyInfo: (info) => SignedXml.getCertFromKeyInfo(info)',
    world,
  },
  {
    name: 'an assertion that is good twice',
    breaks: 'assertion',
    file: 'lib/app/identity/sso/finish-saml-sign-in.ts',
    find: "  if (failed) throw signInFailed('saml_replayed', organizationId);\n",
    replace: "  if (failed && assertionId === '') throw signInFailed('saml_replayed', organizationId);\n",
    also: [
      {
        file: 'lib/app/identity/sessions/complete-sign-in.ts',
        find: "  if (signIn.usedAt !== undefined) throw fail('state_used');\n",
        replace: '',
      },
      {
        file: 'lib/app/identity/sessions/complete-sign-in.ts',
        find: "    when: [{ field: 'usedAt', is: 'absent' }],\n",
        replace: "    when: [{ field: 'startedAt', is: 'present' }],\n",
      },
    ],
    world,
  },
  {
    name: 'an own issuer that vouches for every address',
    breaks: 'membership',
    file: 'lib/app/identity/sso/join-by-sso.ts',
    find: "return isVerified(found) ? { email } : { fault: 'domain' };",
    replace: "return isVerified(found) || domain !== '' ? { email } : { fault: 'domain' };",
    world,
  },
  {
    name: 'a session that an enforced issuer does not end',
    breaks: 'sign-on',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'return endsAt > Date.parse(now) && policyRefusal(organization, facts) === undefined;',
    replace: "return endsAt > Date.parse(now) && policyRefusal(organization, facts) !== 'method_required';",
  },
  {
    name: 'a sign-in beside the enforced issuer',
    breaks: 'sign-on',
    file: 'lib/app/identity/sessions/choose-organization.ts',
    find: 'return policyRefusal(organization, facts) === undefined ? { ...known, organization } : undefined;',
    replace:
      "return policyRefusal(organization, facts) !== 'method_required' ? { ...known, organization } : undefined;",
    world,
  },
  {
    name: 'a session without the rules of its organization',
    breaks: 'credential',
    file: 'lib/domain/identity/sessions/start-session.ts',
    find: 'sessionLimits(organization.accessPolicy);',
    replace: 'sessionLimits({ ...organization.accessPolicy, idleMinutes: 60 });',
    world: { days: 0.3, organizations: 7, acts: 120, restores: 0 },
  },
  {
    name: 'a lift that leaves the issuer enforced',
    breaks: 'sign-on',
    file: 'lib/domain/identity/sso/sso-settings.ts',
    find: 'storePolicy(organization, kept),',
    replace: 'storePolicy(organization, { ...kept, ...accessPolicy }),',
    world,
  },
];
