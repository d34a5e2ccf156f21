import { ApiProblem } from '@scangate/client';
import { dayOf } from '@scangate/domain/instant';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { identityText, readIdentity } from '../login/identity.ts';
import { targetFlags, type TargetFlagValues } from '../scan/scan-flags.ts';
import { resolveRepository, scanRequestOf } from '../scan/scan-request.ts';
import { findTarget } from '../scan/scan-target.ts';
import { connect, type ServiceConnection } from '../settings/connection.ts';
import type { CommandContext } from '../commands/command.ts';
import type { Check, Facts } from './check.ts';

/** A fact that a check declares as needed, so it exists. */
const given = <K extends keyof Facts>(facts: Facts, name: K): NonNullable<Facts[K]> => {
  const fact = facts[name];
  if (fact === undefined) throw new Error(`the check lacks ${name}`);
  return fact;
};

/** A service token acts for no person. */
const whoIs = async ({ client }: ServiceConnection, { interrupted }: CommandContext): Promise<string> => {
  try {
    return identityText(await readIdentity(client, interrupted));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 403) return 'accepted';
    throw error;
  }
};

export const credentialCheck: Check = {
  name: 'credential',
  needs: ['address', 'answer'],
  run: async (context, facts) => {
    const connection = await connect(context);
    const identity = await whoIs(connection, context);
    facts.connection = connection;
    const { title, expiresAt } = connection.credential;
    const until = expiresAt === undefined ? '' : `, until ${dayOf(expiresAt)}`;
    return { detail: `${title}: ${identity}${until}` };
  },
};

/** No flags of a scan: the check looks at what a scan without flags would use. */
const noFlags = Object.fromEntries(
  Object.keys(targetFlags).map((name) => [name, undefined]),
) as unknown as TargetFlagValues;

/** Whether a branch of the remote contains the commit. Without remote branches, this is unknown. */
const isPushed = ({ clone, commit }: NonNullable<Facts['target']>): boolean | undefined => {
  const remotes = clone.git(['for-each-ref', '--count=1', '--format=%(refname)', 'refs/remotes']);
  if (remotes === undefined || remotes === '') return undefined;
  const found = clone.git([
    'for-each-ref',
    '--count=1',
    '--format=%(refname)',
    `--contains=${commit}`,
    'refs/remotes',
  ]);
  return found !== undefined && found !== '';
};

export const commitCheck: Check = {
  name: 'commit',
  needs: [],
  run: (context, facts) => {
    const target = findTarget({ ...context, flags: { ...context.flags, ...noFlags } });
    facts.target = target;
    const place = target.branch === undefined ? '' : ` of ${target.branch}`;
    const name = `${target.commit.slice(0, 12)}${place}`;
    // The CI fetched it from the host.
    if (target.ci !== undefined) return { detail: name };
    const pushed = isPushed(target);
    if (pushed === undefined) return { detail: `${name}; the clone has no remote branch`, isNote: true };
    if (!pushed)
      throw new CliFailure(exitCodes.badInput, `${name} is not pushed.\nPush first.`, 'commit_not_pushed');
    return { detail: name };
  },
};

export const baseCheck: Check = {
  name: 'base',
  needs: ['target'],
  run: (_context, facts) => {
    const { base, pullRequest, notes, ci } = given(facts, 'target');
    if (base !== undefined) return { detail: base.slice(0, 12) };
    if (ci !== undefined && pullRequest !== undefined)
      return { detail: ['none', ...notes].join('\n'), isNote: true };
    return { detail: 'none: this is not a pull request, according to the CI' };
  },
};

export const repositoryCheck: Check = {
  name: 'repository',
  needs: ['connection', 'target'],
  run: async ({ interrupted: signal }, facts) => {
    const { client, address } = given(facts, 'connection');
    const target = given(facts, 'target');
    facts.repository = await resolveRepository(client, target, { address, signal });
    const { projectUnits } = facts.repository;
    return { detail: `${target.repository}, project units: ${projectUnits.length}` };
  },
};

type Gate = NonNullable<NonNullable<Facts['quote']>['refusal']>;

const refusal = ({ gate, code = gate, detail, pool, remedy }: Gate): CliFailure => {
  const about = pool === undefined ? '' : ` (pool ${pool})`;
  const lines = [`${code}${about}. ${detail ?? ''}`.trim(), ...(remedy === undefined ? [] : [remedy])];
  return new CliFailure(exitCodes.billing, lines.join('\n'), code);
};

/** A quote reserves and spends nothing, and shows whether the scan would be refused. */
export const planCheck: Check = {
  name: 'plan',
  needs: ['connection', 'target', 'repository'],
  run: async (context, facts) => {
    const { client } = given(facts, 'connection');
    const parts = {
      flags: { ...context.flags, ...noFlags },
      target: given(facts, 'target'),
      artifact: undefined,
    };
    const body = scanRequestOf(parts, given(facts, 'repository'));
    const { body: quote } = await client.call('quote-scan', { body, signal: context.interrupted });
    facts.quote = quote;
    if (quote.refusal && quote.refusal.gate !== 'credits') throw refusal(quote.refusal);
    return { detail: `scans of ${quote.scanTypes.join(', ')}` };
  },
};

export const creditsCheck: Check = {
  name: 'credits',
  needs: ['quote'],
  run: (_context, facts) => {
    const quote = given(facts, 'quote');
    if (quote.refusal?.gate === 'credits') throw refusal(quote.refusal);
    const { price, balance } = quote;
    const sast = price.sast > 0 ? `, SAST ${price.sast} of ${balance.sast.before}` : '';
    return { detail: `the scan costs core ${price.core} of ${balance.core.before}${sast}` };
  },
};
