import { expect, test } from 'vitest';
import { apiUnit, endedScan, rootUnit } from '../ended-scan.ts';
import { dependencyScanning, sast, secretDetection } from './gitlab-reports.ts';

test('a report says what its scan type did not assess, and the verdict', () => {
  const { messages } = dependencyScanning([[]]).scan;
  expect(messages).toEqual([
    {
      level: 'warn',
      value: 'sca is partial in services/api: no version is pinned: requirements.txt (2 times)',
    },
    { level: 'info', value: expect.stringContaining('FAIL') },
  ]);
  expect(secretDetection([[]]).scan.messages[0]).toEqual({
    level: 'warn',
    value: 'secrets is unassessed in services/api: no files',
  });
  expect(sast([[]]).scan.messages).toHaveLength(1);
});

test('a scan type that was not requested is named, so that it is not mistaken for a clean one', () => {
  expect(sast([[]], { scanTypes: ['sca'] }).scan.messages).toContainEqual({
    level: 'warn',
    value: 'sast was not requested: nothing is assessed.',
  });
});

test('the failure of a scan and of a unit are fatal', () => {
  const units = [rootUnit, { ...apiUnit, status: 'failed', errorCode: 'workflow_timeout' } as const];
  const failed = { units, status: 'failed', errorCode: 'workflow_timeout', error: 'too slow' } as const;
  expect(sast([[]], failed).scan).toMatchObject({
    status: 'failure',
    messages: [
      { level: 'fatal', value: 'workflow_timeout: too slow' },
      { level: 'fatal', value: 'services/api is failed: workflow_timeout' },
      { level: 'info' },
    ],
  });
});

test('of many gaps the rest is counted', () => {
  const gaps = Array.from({ length: 300 }, (_, index) => ({ reason: `reason ${index}` }));
  const { verdict } = endedScan();
  const coverage = [
    {
      projectUnitId: rootUnit.projectUnitId,
      scanType: 'sast' as const,
      status: 'partial' as const,
      assessed: 1,
      gaps,
    },
  ];
  const { messages } = sast([[]], { verdict: { ...verdict, coverage } }).scan;
  expect(messages).toHaveLength(102);
  expect(messages[100]).toEqual({ level: 'warn', value: '200 more messages are left out.' });
});
