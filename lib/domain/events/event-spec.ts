import * as z from 'zod';
import { severities } from '@scangate/engines/model/severity';

/** The description of one type of event. */
export interface EventSpec<S extends z.ZodObject = z.ZodObject> {
  /** A sentence about what happened, for people. */
  text: string;
  /** The fields of `data`. The list only grows: no field is removed, renamed or made optional. */
  schema: S;
  example: z.output<S>;
}

/** Keeps the type of the schema, so that the example and every emission are checked against it. */
export const eventSpec = <S extends z.ZodObject>(spec: EventSpec<S>): EventSpec<S> => spec;

export const id = z.string().max(128);
export const text = z.string().max(300);
export const instant = z.iso.datetime();
export const count = z.int().min(0);
export const commit = z.string().max(64);
export const severity = z.enum(severities);

export const repository = z.object({
  repositoryId: id,
  fullName: text.meta({ description: 'Its name at the host, as `owner/name`.' }),
});

/** The fields of a list that is shown in part. */
export const restOfList = {
  more: count.meta({ description: 'The number of entries that are not listed.' }),
  link: text.optional().meta({ description: 'The API path with all entries; absent if all are listed.' }),
};

const bySeverity = { critical: count, high: count, medium: count, low: count, unknown: count, total: count };

/** Numbers of findings; a key is absent when the scan did not search for it. */
export const findingCounts = z.object({
  vulnerabilities: z.object({ ...bySeverity, dependencies: count, code: count }).optional(),
  secrets: z.object(bySeverity).optional(),
  licenses: z.object({ nonCompliant: count }).optional(),
});

/** Values for examples. */
export const sample = {
  repository: { repositoryId: '01JD0W7G9S3P8Z5KX2M4Q6R1TA', fullName: 'acme/shop' },
  repositoryId: '01JD0W7G9S3P8Z5KX2M4Q6R1TA',
  scanId: '01JD1N5V3C8H7B2E9F4G6K0MWX',
  commitHash: '8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d',
  baseHash: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  projectUnitId: '5d1f6c1e-6a53-8f0e-9a2b-7c4d5e6f7081',
  fingerprint: '4be1c6f0a2d94d1f8e35b7a6c0d9e8f1',
  personId: '01JCZ8Q2W4E6R8T0Y2U4I6O8PA',
  otherPersonId: '01JCZ8Q2W4E6R8T0Y2U4I6O8PB',
  tokenId: '01JD2A4S6D8F0G2H4J6K8L0ZXC',
  at: '2026-03-02T09:30:00.000Z',
  later: '2026-04-01T00:00:00.000Z',
};
