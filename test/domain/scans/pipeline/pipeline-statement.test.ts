import { expect, test } from 'vitest';
import {
  recordedScan,
  statementOf,
  withStatement,
  type DescribedScan,
  type PipelineStatement,
} from '@scangate/domain/scans/pipeline/pipeline-statement';
import { fullScan } from '#test/support/full-scan.ts';

const { pipelineDigest: _digest, ...described } = fullScan;
const scan: DescribedScan = described;
const { ci, pullRequest } = fullScan;

test('a recorded scan has the digest of its pipeline statement, and of its pull request only the number', () => {
  const recorded = recordedScan(scan);
  expect(recorded.ci).toBeUndefined();
  expect(recorded.pullRequest).toEqual({ number: pullRequest.number });
  expect(recorded.pipelineDigest).toBe(statementOf({ ci }, { pullRequest }, scan.scanId)?.digest);
});

test('the stored object restores every removed field', () => {
  const stored = statementOf({ ci }, { pullRequest }, scan.scanId);
  const statement = JSON.parse(stored?.content ?? '') as PipelineStatement;
  expect(withStatement(recordedScan(scan), statement)).toEqual(scan);
});

test('a scan without the statement of its digest says that it is missing', () => {
  const { ci: _ci, ...rest } = scan;
  expect(withStatement(recordedScan(scan))).toEqual({
    ...rest,
    pullRequest: { number: pullRequest.number },
    pipelineStatement: 'missing',
  });
});

test('equal statements of two scans are two objects', () => {
  const [one, other] = ['scan-1', 'scan-2'].map((scanId) => statementOf({ ci }, { pullRequest }, scanId));
  expect(one?.digest).not.toBe(other?.digest);
});

test('a pipeline without a statement, or with only the number of its pull request, has no object', () => {
  const { ci: _ci, pullRequest: _url, ...plain } = scan;
  expect(statementOf({}, {}, scan.scanId)).toBeUndefined();
  expect(statementOf({}, { pullRequest: { number: 7 } }, scan.scanId)).toBeUndefined();
  expect(recordedScan(plain)).toEqual(plain);
  const numbered = { ...plain, pullRequest: { number: 7 } };
  expect(recordedScan(numbered)).toEqual(numbered);
});
