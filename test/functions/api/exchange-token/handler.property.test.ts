import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { newOrganization, testIds } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

beforeEach(() => {
  resetWorld();
  world.verifier = trustingVerifier;
  world.exchangeRate = 1_000_000;
});

const exchange = (organizationId: string, claims: object) =>
  call('exchange-token', { body: { organizationId, token: unsignedToken(claims) } });

const nearTo = (text: string): string[] =>
  ['T ', ' T', 'T\u0000', 'T/x', 'x/T', 'TT', 'T.0', '0T', '', '*', '**']
    .map((form) => form.replaceAll('T', text))
    .concat(text.toUpperCase(), text.toLowerCase(), text.slice(1), text.slice(0, -1));

/** Values that an attacker would use instead of a claim: something similar, or anything. */
const otherThan = (value: unknown): fc.Arbitrary<unknown> => {
  const text = String(value);
  const near = fc.constantFrom(...nearTo(text));
  const wrapped = fc.constantFrom([value], { glob: text }, null, undefined, [text, text]);
  return fc
    .oneof(near, wrapped, fc.jsonValue())
    .filter((other) => JSON.stringify(other) !== JSON.stringify(value));
};

/** The text of a value; undefined for an object that has none. */
const textOf = (value: unknown): string | undefined => {
  try {
    return String(value);
  } catch {
    return undefined;
  }
};

test.each(ciTokenSamples)(
  '$provider: no JWT that differs in a claim that the rule names exactly is exchanged',
  async (sample) => {
    const organization = await newOrganization(world.store);
    const { organizationId } = organization;
    await ruleFor(world.store, organization, sample);
    const exact = Object.keys(sample.match).filter((claim) => typeof sample.match[claim] === 'string');
    const names = fc.constantFrom('iss', 'aud', ...exact);
    const claims = claimsOf(sample, organizationId);
    const differing = names.chain((claim) => otherThan(claims[claim]).map((value) => ({ claim, value })));
    await fc.assert(
      fc.asyncProperty(differing, async ({ claim, value }) => {
        // A number or a boolean is read as its text; an audience may be in a list.
        const same =
          (typeof value === 'number' || typeof value === 'boolean') && String(value) === claims[claim];
        fc.pre(!same && !(claim === 'aud' && Array.isArray(value) && value.includes(claims['aud'])));
        fc.pre(typeof claims[claim] === 'string' || textOf(value) !== textOf(claims[claim]));
        const { status } = await exchange(organizationId, { ...claims, jti: testIds.uuid(), [claim]: value });
        expect([401, 403]).toContain(status);
      }),
      { numRuns: runs(300) },
    );
    expect((await exchange(organizationId, { ...claims, jti: testIds.uuid() })).status).toBe(201);
  },
);

test('a number beyond exact integers is not mistaken for another id', async () => {
  const organization = await newOrganization(world.store);
  const { organizationId } = organization;
  const [github] = ciTokenSamples;
  if (!github) throw new Error('no samples');
  await ruleFor(world.store, organization, { ...github, match: { repository_id: '9007199254740992' } });
  const claims = JSON.stringify({ ...claimsOf(github, organizationId), repository_id: 'N' });
  const sent = (number: string) => unsignedToken(claims.replace('"N"', number));
  const statusOf = async (number: string) =>
    (await call('exchange-token', { body: { organizationId, token: sent(number) } })).status;
  expect(await statusOf('9007199254740993')).toBe(403);
  expect(await statusOf('"9007199254740992"')).toBe(201);
});
