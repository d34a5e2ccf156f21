import { ApiProblem } from '@scangate/client';
import type { Session } from '@scangate/console/session/session.ts';

const organization = {
  organizationId: '0197c0de-0000-7000-8000-0000000000a1',
  name: 'Acme',
  isClient: false,
};

/** A session for parts that ask who reads them. */
export const sampleSession = (role: Session['role']): Session => ({
  person: { personId: '0197c0de-0000-7000-8000-0000000000b1', email: 'ada@example.com' },
  organization,
  organizations: [organization],
  role,
  plan: 'Starter',
  capabilities: ['policy_basic', 'policy_standard', 'proof_export', 'pay_as_you_go'],
  scopes: ['scans:read'],
  csrfToken: 'none',
  idleUntil: '2026-03-02T20:00:00.000Z',
  expiresAt: '2026-03-03T08:00:00.000Z',
});

const problem = (status: number, members: Record<string, unknown>): ApiProblem =>
  new ApiProblem(status, new Headers(), { requestId: '4f1c2a90-1b6e-4f7a-9c7e-5f8f3a1d2b3c', ...members });

/** A refusal of each way that a page meets. */
export const sampleProblems: readonly ApiProblem[] = [
  problem(402, {
    code: 'insufficient_credits',
    detail: 'The core pool has 3 credits; 12 are needed.',
    pool: 'core',
    balance: 3,
    required: 12,
  }),
  problem(402, { code: 'payment_failed', detail: 'A subscription payment failed.' }),
  problem(402, { code: 'entitlement_denied', detail: 'The plan Starter does not include webhooks.' }),
  problem(403, { code: 'role_required', detail: 'This needs the role owner.' }),
  problem(404, { code: 'scan_not_found', detail: 'No scan has this id.' }),
  problem(503, { code: 'temporarily_unavailable', detail: 'Try again in 5 seconds.' }),
  problem(418, { code: 'a_code_of_tomorrow', detail: 'This page does not know it yet.' }),
];

/** Texts as a repository, a person or a payment may hold them. */
export const hostileTexts: readonly string[] = [
  'pkg:npm/lodash@4.17.20',
  '<img src=x onerror=alert(1)>',
  'photo\u202Egpj.exe',
  'line one\nline two\tand a tab',
  'zero\u200Bwidth and soft\u00ADhyphen',
  '👩‍💻 emoji/файл/ファイル.ts',
  `src/${'very-long-directory-name/'.repeat(12)}index.ts`,
  'مرحبا by the way',
];

export interface SampleRow {
  id: string;
  repository: string;
  severity: string;
  findings: number;
  at: string;
}

const severities = ['critical', 'high', 'medium', 'low', 'unknown'];

/** Rows for a table that is long enough to be drawn in part. */
export const sampleRows: readonly SampleRow[] = Array.from({ length: 400 }, (_none, at) => ({
  id: String(at),
  repository: `acme/${hostileTexts[at % hostileTexts.length] ?? ''}-${at}`,
  severity: severities[at % severities.length] ?? '',
  findings: (at * 37) % 113,
  at: new Date(Date.UTC(2026, 10, 20) - at * 7_200_000).toISOString(),
}));
