import { roles, type Role } from '@scangate/domain/identity/roles';
import type { Person } from '@scangate/emulator-identity/person';

/** The person with each role in the organization Demo, as the local issuer knows them. */
export const demoPerson = (role: Role): Person => ({
  subject: `demo-${role}`,
  name: `Demo ${role}`,
  email: `${role}@demo.example`,
  isEmailVerified: true,
  groups: [],
  about: `${role} of the organization Demo`,
});

export const demoPeople: readonly Person[] = roles.map(demoPerson);

/** The sign-in page has a button for each of them. */
export const buttonsOfDemo = demoPeople.map(({ name, email }) => ({ label: name, email }));

/** The domain of the Regulated demo. */
export const regulatedDomain = 'regulated.example';

/** A person at an identity provider of the Regulated demo. Groups determine the role there. */
const regulatedPerson = (name: string, group: string, about: string): Person => ({
  subject: `regulated-${name}`,
  name: `Regulated ${name}`,
  email: `${name}@${regulatedDomain}`,
  isEmailVerified: true,
  groups: [group],
  about,
});

/** The groups of the Regulated demo, with the role that each gives. */
export const regulatedGroups = {
  'scangate-admins': 'admin',
  'scangate-billing': 'billing',
  'scangate-members': 'member',
} as const satisfies Record<string, Exclude<Role, 'owner'>>;

export const regulatedPeople: readonly Person[] = Object.entries(regulatedGroups).map(([group, role]) =>
  regulatedPerson(role, group, `in the group ${group}`),
);

/** A person at the issuer of a company, which an organization on the Team plan can use as its own. */
export const companyPeople: readonly Person[] = ['first', 'second'].map((name) => ({
  subject: `company-${name}`,
  name: `Company ${name}`,
  email: `${name}@company.example`,
  isEmailVerified: true,
  groups: [],
  about: `${name} person of the domain company.example`,
}));
