import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '@scangate/engines/secrets/rule-table';
import type { Sample } from '@scangate/engines/secrets/rule-example';
import { kindOf } from '#adapters/secret-liveness/kinds.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** The documented answers of a provider to the read that tells whether a secret works. */
export interface LivenessContract {
  rule: string;
  /** A generated secret of the kind, in place of `{secret}` in the stored contract. */
  secret: string;
  /** A line of a file that has it. */
  line: string;
  documentation: string;
  request: { method: string; host: string; path: string; headers: Record<string, string> };
  live: Answer;
  refused: Answer;
  /** The liveness that a refusal proves. */
  means: 'revoked' | 'unknown';
}

const folder = new URL('../../../lib/adapters/secret-liveness/contract/', import.meta.url);

const sampleOf = (rule: string): Sample =>
  rules
    .find(({ id }) => id === rule)
    ?.positives()
    .find(({ secret }) => kindOf(rule, secret)) ?? { text: '', secret: '' };

/** Reads the contracts, each with a generated secret of its kind. */
export const livenessContracts = (): LivenessContract[] =>
  readdirSync(folder).map((name) => {
    const rule = name.replace(/\.json$/, '');
    const { text: line, secret } = sampleOf(rule);
    const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('{secret}', secret);
    return {
      ...(JSON.parse(text) as Omit<LivenessContract, 'rule' | 'secret' | 'line'>),
      rule,
      secret,
      line,
    };
  });
