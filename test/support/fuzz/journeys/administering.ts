import { inflateRawSync } from 'node:zlib';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { setCookieOf, linkMember } from '#test/support/api/session-calls.ts';
import { world } from '#test/support/api/endpoint-world.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { issuer } from '#test/support/identity/fake-sign-in.ts';
import { newCredential } from '#test/support/identity/credentials.ts';
import { trustingVerifier } from '#test/support/identity/trust-world.ts';
import { idpEntityId, newSamlKey, packed, signedResponse } from '#test/support/saml/identity-provider.ts';
import { verifiedDomain } from '#test/support/sso/sso-world.ts';
import { newOrganization, testIds } from '#test/support/world.ts';
import { markOf } from '../fuzzed-world.ts';
import type { Journey } from './journey.ts';

/** A pipeline is trusted, and exchanges its token. */
const trusting: Journey = {
  name: 'trusting',
  tenant: 'bravo',
  go: async ({ ask, organization }) => {
    world.verifier = trustingVerifier;
    const { organizationId } = organization;
    const { provider, match } = github;
    const body = { name: 'ci', provider, match, repositories: 'all' };
    const { json } = await ask('create-trust-rule', { body });
    const params = { trustId: String(json['trustId']) };
    await ask('get-trust-rule', { params });
    const token = unsignedToken({ ...claimsOf(github, organizationId), jti: testIds.uuid() });
    await ask('exchange-token', { as: 'nobody', body: { organizationId, token } });
    await ask('change-trust-rule', { params, body: { name: 'other' } });
    await ask('remove-trust-rule', { params });
  },
};

/** A command line logs in. */
const loggingIn: Journey = {
  name: 'logging in',
  tenant: 'bravo',
  go: async ({ ask }) => {
    const { json } = await ask('start-device-login', { as: 'nobody' });
    await ask('decide-device-login', { body: { userCode: json['userCode'], scopes: ['scans:read'] } });
    await ask('grant-device-token', { as: 'nobody', body: { deviceCode: json['deviceCode'] } });
  },
};

/** A person signs in by the issuer, and ends the session elsewhere. */
const signingIn: Journey = {
  name: 'signing in',
  tenant: 'bravo',
  go: async ({ ask, organization }) => {
    await linkMember(organization, 'owner', 'owner-of-bravo');
    const started = await ask('start-sign-in', { as: 'nobody' });
    const state = new URL(started.headers['location'] ?? '').searchParams.get('state') ?? '';
    await ask('complete-sign-in', {
      as: 'nobody',
      query: { state, code: 'owner-of-bravo', iss: issuer },
      headers: {
        Cookie: setCookieOf({ headers: { 'Set-Cookie': started.headers['set-cookie'] ?? '' } }).pair,
      },
    });
    const { json } = await ask('list-sessions');
    const sessions = (json['items'] ?? []) as { sessionId: string; current?: boolean }[];
    const other = sessions.find(({ current }) => !current);
    await ask('end-own-session', { params: { sessionId: other?.sessionId ?? '' } });
  },
};

const samlKey = newSamlKey();

/** The id of the request in an address of an identity provider. */
const requestIdOf = (location: string): string => {
  const request = new URL(location).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  return / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
};

/** A person signs in by the identity provider of the organization, which this is told before. */
const signingInBySaml: Journey = {
  name: 'signing in by SAML',
  tenant: 'bravo',
  go: async ({ ask, organization: { organizationId } }) => {
    await verifiedDomain(organizationId, 'people.example');
    const saml = {
      kind: 'saml',
      entityId: idpEntityId,
      signInUrl: 'https://idp.example.com/sso',
      certificates: [samlKey.certificate],
    };
    await ask('set-sso', { body: { issuer: saml }, headers: { 'If-Match': '*' } });
    const { text } = await ask('get-saml-metadata', { as: 'nobody', params: { organizationId } });
    const read = (name: string): string => new RegExp(` ${name}="([^"]+)"`).exec(text)?.[1] ?? '';
    const started = await ask('start-sign-in', { as: 'nobody', query: { providerId: organizationId } });
    const facts = {
      audience: read('entityID'),
      recipient: read('Location'),
      inResponseTo: requestIdOf(started.headers['location'] ?? ''),
      attributes: { email: ['pat@people.example'] },
    };
    await ask('complete-saml-sign-in', {
      as: 'nobody',
      params: { organizationId },
      raw: String(new URLSearchParams({ SAMLResponse: packed(signedResponse(facts, samlKey)) })),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: setCookieOf({ headers: { 'Set-Cookie': started.headers['set-cookie'] ?? '' } }).pair,
      },
    });
    await ask('get-sso');
    await ask('remove-sso', { headers: { 'If-Match': '*' } });
  },
};

/** The credentials of others are taken over, and those of the directory end. */
const takingOver: Journey = {
  name: 'taking over',
  tenant: 'bravo',
  go: async ({ ask, organization }) => {
    const tokenId = testIds.uuid();
    const from = { store: world.store as MemoryStore, organization };
    await newCredential(from, 'service', { role: 'admin', tokenId });
    await ask('hand-over-token', { params: { tokenId }, body: { responsible: 'me' } });
    await ask('revoke-token', { params: { tokenId } });
    const { json } = await ask('add-directory-token', { body: { name: 'Entra' } });
    await ask('list-directory-tokens');
    await ask('revoke-directory-token', { params: { tokenId: String(json['tokenId']) } });
  },
};

/** A domain is verified and given up. */
const owningDomains: Journey = {
  name: 'owning domains',
  tenant: 'bravo',
  go: async ({ ask }) => {
    const domain = 'owned.example';
    const { json } = await ask('add-domain', { body: { domain } });
    const { name, value } = json['record'] as { name: string; value: string };
    world.txtRecords.set(name, [value]);
    await ask('verify-domain', { params: { domain } });
    await ask('list-domains');
    await ask('remove-domain', { params: { domain } });
  },
};

/** A client of an agency gets a budget. */
const budgeting: Journey = {
  name: 'budgeting',
  tenant: 'bravo',
  go: async ({ ask, organization, mayShow }) => {
    const client = await newOrganization(world.store, {
      name: markOf('bravo'),
      plan: 'Regulated',
      parent: organization.organizationId,
    });
    const { organizationId } = client;
    mayShow(organizationId);
    await ask('set-budget', { params: { organizationId }, body: { core: { hard: 5 } } });
    await ask('list-budgets');
  },
};

/** An organization is closed by mistake. */
const closing: Journey = {
  name: 'closing',
  tenant: 'bravo',
  go: async ({ ask }) => {
    await ask('close-organization', { body: { name: markOf('bravo') } });
    await ask('get-organization');
    await ask('restore-organization');
  },
};

export const administeringJourneys: readonly Journey[] = [
  trusting,
  loggingIn,
  signingIn,
  signingInBySaml,
  takingOver,
  owningDomains,
  budgeting,
  closing,
];
