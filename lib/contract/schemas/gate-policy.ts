import * as z from 'zod';
import { confidences, licenseCategories } from '@scangate/engines/model/policy';
import { thresholds } from '@scangate/engines/model/severity';
import { sourceRules, type SourceRule } from '@scangate/engines/model/source-problem';
import { label } from './resources.ts';

/** SPDX ids are ASCII, so that the lists fit an audit event twice, before and after (an item holds 400 KB). */
const licenseIds = z
  .array(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\x20-\x7e]+$/, 'A license id has printable ASCII characters only.'),
  )
  .max(500);
const printableAscii = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      'This text has printable ASCII characters only, without spaces around it.',
    );
const licenseExceptions = z
  .array(
    z.strictObject({
      package: printableAscii(120).meta({
        description: 'A package name, or a package URL with or without version; * matches any text.',
      }),
      license: printableAscii(80)
        .optional()
        .meta({ description: 'Accepted under this license only; absent: under any stated license.' }),
      reason: label,
    }),
  )
  .max(100);
const licensePolicy = {
  denyCategories: z.array(z.enum(licenseCategories)).max(licenseCategories.length),
  deny: licenseIds,
  allow: licenseIds,
  exceptions: licenseExceptions,
  ignoreDevelopment: z
    .boolean()
    .meta({ description: 'Development dependencies are reported and not judged.' }),
};
const minimumConfidence = z.enum(confidences).meta({
  description: 'low: findings in code of low confidence are judged, too; high: they are reported only.',
});
const sampleSecretSeverity = z.enum(thresholds).meta({
  description:
    'The highest severity of a secret in a test, fixture, example or documentation folder; critical: as elsewhere.',
});
/** A policy is stored with the organization and shown twice in an audit event, so the list is short. */
const allowedHosts = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
        'A host is in lower case, without scheme, port and path.',
      ),
  )
  .max(50)
  .meta({
    description: 'Hosts that serve packages of the organization; `*.example.com` covers every subdomain.',
  });
const sourceSeverities = z
  .strictObject(
    Object.fromEntries(sourceRules.map((rule) => [rule, z.enum(thresholds).optional()])) as Record<
      SourceRule,
      z.ZodOptional<z.ZodEnum<{ [K in (typeof thresholds)[number]]: K }>>
    >,
  )
  .meta({ description: 'The severity of findings about the sources of packages, by rule; absent: high.' });
export const gate = z.object({
  apiGateSeverityThreshold: z.enum(thresholds),
  unknownSeverityAs: z.enum(thresholds),
  minimumConfidence,
  sampleSecretSeverity,
  licensePolicy: z.object(licensePolicy),
  sourcePolicy: z.object({ severities: sourceSeverities, allowedHosts }),
});
export const gateChange = z.strictObject({
  apiGateSeverityThreshold: z.enum(thresholds).optional(),
  unknownSeverityAs: z.enum(thresholds).optional(),
  minimumConfidence: minimumConfidence.optional(),
  sampleSecretSeverity: sampleSecretSeverity.optional(),
  licensePolicy: z
    .strictObject({
      denyCategories: licensePolicy.denyCategories.optional(),
      deny: licensePolicy.deny.optional(),
      allow: licensePolicy.allow.optional(),
      exceptions: licensePolicy.exceptions.optional(),
      ignoreDevelopment: licensePolicy.ignoreDevelopment.optional(),
    })
    .optional(),
  sourcePolicy: z
    .strictObject({ severities: sourceSeverities.optional(), allowedHosts: allowedHosts.optional() })
    .optional(),
});
