import type { CiProvider, CiRun } from '../identity-records.ts';
import { comparableClaim } from './match-rules.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import type { Claims } from './ci-providers/provider.ts';

/** Longer texts are cut: they describe a run, and no decision depends on them. */
const maxText = 200;

/** Makes a text from a JWT fit for display: without control and format characters, and not too long. */
export const shownText = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, maxText)
    // A cut may leave half of a surrogate pair.
    .replace(/[\uD800-\uDBFF]$/, '');

const shownClaim = (claims: Claims, name: string): string | undefined => {
  const value = comparableClaim(claims, name);
  return value === undefined ? undefined : shownText(value) || undefined;
};

/** The CI run that a JWT describes, as scans and events show it. */
export const ciRunOf = (provider: CiProvider, claims: Claims): CiRun => {
  const { run } = ciProviderSpecs[provider];
  const parts = run.repository.map((name) => shownClaim(claims, name));
  const repository = parts.every((part) => part !== undefined)
    ? parts.join('/').slice(0, maxText)
    : undefined;
  const ref = run.ref.map((name) => shownClaim(claims, name)).find((value) => value !== undefined);
  const runId = shownClaim(claims, run.runId);
  const actor = run.actor === undefined ? undefined : shownClaim(claims, run.actor);
  return {
    provider,
    ...(repository !== undefined && { repository }),
    ...(ref !== undefined && { ref }),
    ...(runId !== undefined && { runId }),
    ...(actor !== undefined && { actor }),
  };
};
