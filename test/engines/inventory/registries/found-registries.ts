import { sourceFindings } from '@scangate/engines/sca/package-source-findings';
import { defaultPolicy, type SourcePolicy } from '@scangate/engines/model/gate/policy';
import { inventoryOf, type Contents } from '../inventory-fixtures.ts';

/** Returns the severity, rule and line of each finding about the registries of files. */
export const findingsOf = (contents: Contents, sources: SourcePolicy = {}): string[] =>
  sourceFindings({
    inventory: inventoryOf(contents),
    policy: { ...defaultPolicy, sources },
  }).map(({ rule, severity, file, line }) => `${severity} ${rule} ${file}:${line ?? ''}`);

export const host = 'packages.corp.example';
export const url = `https://${host}/simple`;

export const withoutLines = (found: readonly string[]): string[] =>
  found.map((each) => each.replace(/:\d+$/, ''));
