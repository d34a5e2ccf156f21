import type { Finding } from '@scangate/engines/model/finding';
import type { Severity } from '@scangate/engines/model/severity';

/** The fingerprint of a sample. */
export const fingerprintOf = (name: string | number): string =>
  Buffer.from(String(name)).toString('hex').padStart(32, '0').slice(-32);

interface SampleOptions {
  severity?: Severity;
  waived?: { expiresAt: string };
  suppressed?: boolean;
  file?: string;
  version?: string;
  exploited?: boolean;
}

const commonOf = (name: string | number, { severity = 'high', waived, suppressed }: SampleOptions) => ({
  fingerprint: fingerprintOf(name),
  severity,
  title: `finding ${name}`,
  ...(suppressed && { suppressed: { by: '.scangateignore', reason: 'a sample' } }),
  ...(waived && {
    waived: {
      waiverId: '00000000-0000-4000-8000-00000000aaaa',
      reason: 'not reachable',
      approvedBy: 'p-1',
      expiresAt: waived.expiresAt,
    },
  }),
});

/** A secret in a file. */
export const secretOf = (name: string | number, options: SampleOptions = {}): Finding => ({
  ...commonOf(name, options),
  kind: 'secret',
  rule: 'stripe-key',
  file: options.file ?? 'a.txt',
  line: 1,
  column: 1,
  redacted: 'sk…',
});

/** A vulnerability of a package. */
export const vulnerabilityOf = (name: string | number, options: SampleOptions = {}): Finding => ({
  ...commonOf(name, options),
  kind: 'vulnerability',
  advisoryId: `GHSA-${name}`,
  aliases: [],
  packageName: 'lodash',
  version: options.version ?? '4.17.11',
  scope: 'required',
  direct: true,
  dependencyPath: ['lodash@4.17.11'],
  fixedVersions: ['4.17.21'],
  malicious: false,
  ...(options.exploited && { kev: { dateAdded: '2026-01-01' } }),
  file: options.file ?? 'package-lock.json',
  url: 'https://example.com',
});
