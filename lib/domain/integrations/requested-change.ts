import type * as z from 'zod';
import { differs } from '../record-difference.ts';
import { Problem, type ProblemPart } from '../problem.ts';
import type { Integration } from './integration-rules.ts';
import { kindSpecOf } from './kinds/index.ts';

interface Requested {
  settings?: Record<string, unknown> | undefined;
  credential?: Record<string, unknown> | undefined;
  enabled?: boolean | undefined;
}

const refused = (errors: ProblemPart[]): Problem =>
  new Problem('validation_failed', { detail: `${errors[0]?.pointer}: ${errors[0]?.detail}`, errors });

const mostErrors = 50;

/**
 * Parses a part of the request by the schema of the kind.
 * @throws Problem validation_failed
 */
const read = (
  schema: z.ZodType<Record<string, unknown>>,
  name: 'settings' | 'credential',
  value: Record<string, unknown>,
): Record<string, unknown> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(
    result.error.issues.slice(0, mostErrors).map(({ path, message }) => ({
      pointer: `/${[name, ...path.map((part) => String(part).slice(0, 100))].join('/')}`,
      code: 'validation_failed',
      detail: message,
    })),
  );
};

/** Settings that lead to another destination need the credential, which is tried with them. */
const leadsElsewhere = (before: Integration, settings: Record<string, unknown>): boolean => {
  const free = new Set(kindSpecOf(before.kind)?.freeSettings ?? []);
  const names = new Set([...Object.keys(before.settings ?? {}), ...Object.keys(settings)]);
  return [...names].some((name) => !free.has(name) && differs(before.settings?.[name], settings[name]));
};

/**
 * Parses settings and credential of a change by the schemas of its kind.
 * @throws Problem validation_failed, also for a change that needs the credential and has none.
 */
export const requireCredentialWith = <R extends Requested>(before: Integration, change: R): R => {
  const spec = kindSpecOf(before.kind);
  if (!spec) return change;
  const settings = change.settings && read(spec.settings, 'settings', change.settings);
  const credential = change.credential && read(spec.credential, 'credential', change.credential);
  const isEnabledAgain = change.enabled === true && before.disabled?.cause === 'credential_refused';
  if (!credential && (isEnabledAgain || (settings && leadsElsewhere(before, settings))))
    throw refused([
      {
        pointer: '/credential',
        code: 'validation_failed',
        detail: isEnabledAgain
          ? 'The provider refused the stored credential. Send one that it accepts.'
          : 'These settings are tested with the credential. Send it as well.',
      },
    ]);
  return { ...change, ...(settings && { settings }), ...(credential && { credential }) };
};
