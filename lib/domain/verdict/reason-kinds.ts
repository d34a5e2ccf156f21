import type { Finding } from '@scangate/engines/model/finding';
import type { VerdictReason } from './verdict.ts';

/** The kinds of findings that a reason of FAIL counts. */
export const reasonKinds: Partial<Record<VerdictReason, readonly Finding['kind'][]>> = {
  critical_vulnerabilities_found: ['vulnerability', 'source', 'code'],
  vulnerabilities_above_threshold: ['vulnerability', 'source', 'code'],
  critical_secrets_found: ['secret'],
  secrets_above_threshold: ['secret'],
  non_compliant_licenses_found: ['license'],
};
