import type { ArgumentsOf } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { waiveFlags } from '../commands/waive.ts';
import type { FlagValues } from '../arguments/flags.ts';

type WaiverRequest = ArgumentsOf<'create-waiver'>[0]['body'];
export type WaiverMatch = WaiverRequest['match'];

const kinds = ['advisory', 'package', 'rule', 'license', 'fingerprint'] as const;

/** Parses what is waived. @throws CliFailure unless exactly one thing is given. */
export const readMatch = (flags: FlagValues<typeof waiveFlags>): WaiverMatch => {
  const { advisory, package: purl, rule, path, license, fingerprint } = flags;
  const given = kinds.filter((kind) => flags[kind] !== undefined);
  if (given.length > 1)
    throw badFlag(`A waiver covers one thing: ${given.map((kind) => `--${kind}`).join(' and ')} are given.`);
  if (path !== undefined && rule === undefined) throw badFlag('--path needs --rule.');
  if (advisory !== undefined) return { advisory };
  if (purl !== undefined) return { package: purl };
  if (rule !== undefined) return { rule, ...(path !== undefined && { path }) };
  if (license !== undefined) return { license };
  if (fingerprint !== undefined) return { fingerprint: fingerprint.toLowerCase() };
  throw badFlag(`Name what is waived: ${kinds.map((kind) => `--${kind}`).join(', ')}.`);
};
