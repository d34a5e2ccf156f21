import type { World } from '#test/simulation/start/world.ts';
import type { Act } from '../actions.ts';
import { authenticate, postForm, startSignIn, type StartedSignIn } from '../browser.ts';
import { isGone, type Organization } from '../organization.ts';
import { domainOf } from './domain.ts';

/** A sign-in with an assertion that gives nobody access. */
type Attempt = (world: World, organization: Organization, started: StartedSignIn) => Promise<unknown>;

const emailOf = (organization: Organization): string => `tried@${domainOf(organization)}`;

/** Somebody posts the same assertion again. */
const replay: Attempt = async (world, organization, { location, headers }) => {
  const person = world.scheduler.pick(organization.people);
  const { now } = world.scheduler;
  const answered = world.saml.answer(location, person.email, { now });
  await Promise.all([postForm(world, answered, headers), postForm(world, answered, headers)]);
  await postForm(world, answered, headers);
};

/** Somebody posts an assertion to another organization, whose provider is the same one. */
const postElsewhere: Attempt = async (world, organization, { location, headers }) => {
  const others = world.organizations.filter((one) => one !== organization && one.signOn?.kind === 'saml');
  if (others.length === 0) return;
  const { organizationId } = world.scheduler.pick(others);
  const { form } = world.saml.answer(location, emailOf(organization), { now: world.scheduler.now });
  await postForm(world, { organizationId, form }, headers);
};

/** Somebody signs an assertion with a key of their own. */
const forge: Attempt = async (world, organization, { location, headers }) => {
  const { email } = world.scheduler.pick(organization.people);
  const { now } = world.scheduler;
  await postForm(world, world.saml.answer(location, email, { now, isForged: true }), headers);
};

const attempts: readonly Attempt[] = [replay, postElsewhere, forge];

/** The issuer of an organization says that somebody has an address of another one. */
const claimForeignAddress: Attempt = async (world, organization, started) => {
  const other = world.scheduler.pick(world.organizations.filter((one) => one !== organization));
  const { email } = world.scheduler.pick(other.people);
  await authenticate(world, email, started);
};

/** Somebody begins to sign in at the issuer of an organization, and tries something there. */
const attempt = async (world: World, organization: Organization, what: Attempt): Promise<void> => {
  const begun = { email: emailOf(organization), providerId: organization.organizationId };
  const started = await startSignIn(world, begun);
  if (typeof started !== 'boolean') await what(world, organization, started);
};

/** Somebody tries to get in by what an issuer said about somebody else, or to somebody else. */
export const tryAssertions: Act = async (world, organization) => {
  const { signOn } = organization;
  if (!signOn || world.organizations.length < 2 || isGone(world, organization)) return;
  const isForeign = signOn.kind === 'oidc' || world.scheduler.random() < 0.25;
  for (const what of isForeign ? [claimForeignAddress] : attempts) await attempt(world, organization, what);
};
