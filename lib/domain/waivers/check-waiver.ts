import { defaultMaxWaiverDays, type GatePolicy } from '@scangate/engines/model/policy';
import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/waiver';
import { parsePackagePattern } from '@scangate/engines/waivers/package-pattern';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';

/** A waiver that somebody asks for. */
export interface WaiverRequest {
  match: WaiverMatch;
  reason: string;
  expiresAt: Instant;
  scope?: WaiverScope | undefined;
}

const invalid = (pointer: string, code: string, detail: string): Problem =>
  new Problem('validation_failed', { detail, errors: [{ pointer, code, detail }] });

const tooBroad = (pointer: string, detail: string): Problem =>
  new Problem('waiver_too_broad', { detail, errors: [{ pointer, code: 'waiver_too_broad', detail }] });

const checkPackage = (text: string | undefined): void => {
  if (text === undefined || parsePackagePattern(text)) return;
  const pointer = '/match/package';
  if (text.includes('*'))
    throw tooBroad(pointer, 'Only the name of a package has *, beside at least 3 other characters.');
  throw invalid(
    pointer,
    'purl_invalid',
    'This is not a package URL without qualifiers, such as pkg:npm/lodash.',
  );
};

/** A pattern of wildcards alone covers every file. */
const checkPath = (path: string | undefined): void => {
  if (path !== undefined && /^[*/?.]*$/.test(path))
    throw tooBroad('/match/path', 'This pattern covers every file: leave it out, or name a folder.');
};

/** @throws Problem validation_failed or waiver_too_broad */
const checkMatch = (match: WaiverMatch): void => {
  for (const [field, value] of Object.entries(match))
    if (field !== 'package' && field !== 'path' && value?.includes('*'))
      throw tooBroad(`/match/${field}`, `${field} names one thing: * has no meaning in it.`);
  if ('package' in match) checkPackage(match.package);
  if ('path' in match) checkPath(match.path);
};

/** @throws Problem validation_failed for an expiry that is past, or later than the policy allows. */
const checkExpiry = (
  expiresAt: Instant,
  { maxWaiverDays = defaultMaxWaiverDays }: GatePolicy,
  now: Instant,
): void => {
  if (expiresAt <= now) throw invalid('/expiresAt', 'expired', 'A waiver ends in the future.');
  if (expiresAt > addMs(now, maxWaiverDays * dayMs))
    throw invalid('/expiresAt', 'expires_too_late', `A waiver lasts at most ${maxWaiverDays} days.`);
};

/** The end of a waiver whose request states none. */
export const longestExpiry = ({ maxWaiverDays = defaultMaxWaiverDays }: GatePolicy, now: Instant): Instant =>
  addMs(now, maxWaiverDays * dayMs);

/**
 * Checks a waiver that somebody asks for. One that covers nothing today is accepted: it is listed as unused.
 * @throws Problem validation_failed, waiver_too_broad or waiver_not_permitted
 */
export const checkWaiver = ({ match, expiresAt }: WaiverRequest, policy: GatePolicy, now: Instant): void => {
  checkMatch(match);
  checkExpiry(expiresAt, policy, now);
  if ('rule' in match && policy.neverWaive?.includes(match.rule))
    throw new Problem('waiver_not_permitted', { detail: `The policy permits no waiver of ${match.rule}.` });
};
