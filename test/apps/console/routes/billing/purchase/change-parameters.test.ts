import { expect, test } from 'vitest';
import {
  changeOf,
  changeParameters,
  parametersOf,
} from '@scangate/console/routes/billing/purchase/change-parameters.ts';
import type { BillingChange } from '@scangate/console/routes/billing/purchase/purchase-draft.ts';
import { readUrlState, writeUrlState } from '@scangate/console/session/url-parameters.ts';

const changes: BillingChange[] = [
  { change: 'checkout', plan: 'Team', interval: 'year', licenses: 7 },
  { change: 'plan', plan: 'Starter', interval: 'month' },
  { change: 'undo_plan' },
  { change: 'licenses', licenses: 12 },
  { change: 'auto_renew', enabled: true },
  { change: 'auto_renew', enabled: false },
  { change: 'sast_addon', size: 'team' },
  { change: 'cancel_sast_addon' },
  { change: 'resume_sast_addon' },
  { change: 'pack', pack: 'core-500' },
];

const fromAddress = (search: string) => changeOf(readUrlState(changeParameters, search));

test('each review is part of the URL, and a reload opens the same one', () => {
  for (const change of changes) {
    const search = writeUrlState(changeParameters, parametersOf(change), '?tab=plan');
    expect(fromAddress(search)).toEqual(change);
    expect(search).toContain('tab=plan');
  }
});

test('closing the review removes it from the URL', () => {
  const open = writeUrlState(changeParameters, parametersOf(changes[0]), '?tab=plan');
  expect(writeUrlState(changeParameters, parametersOf(undefined), open)).toBe('?tab=plan');
});

test('an incomplete or unknown change opens no review', () => {
  const none = [
    '',
    '?change=pack',
    '?change=plan&plan=Team',
    '?change=licenses',
    '?change=give_me',
    '?change=pack&pack=all',
  ];
  for (const search of none) expect(fromAddress(search)).toBeUndefined();
});

test('licenses of a plan without any are left out', () => {
  expect(fromAddress('?change=plan&plan=Starter&interval=month&licenses=9')).toEqual({
    change: 'plan',
    plan: 'Starter',
    interval: 'month',
  });
});
