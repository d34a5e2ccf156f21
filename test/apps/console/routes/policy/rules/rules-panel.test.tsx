// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RulesPanel } from '@scangate/console/routes/policy/rules/rules-panel.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const digest = `sha256:${'a'.repeat(64)}`;
const complete: Session['capabilities'] = ['policy_complete'];

const open = async (rules: object[], answers: Answers = {}, session: Partial<Session> = {}) => {
  const calls: { name: string; input: unknown }[] = [];
  const all = { 'get-rules': () => ({ rules, digest }), 'change-rules': () => ({ rules }), ...answers };
  const client = clientOf(all, calls, () => ({ etag: '"7"' }));
  await renderPart(<RulesPanel />, { client, session: sessionOf({ capabilities: complete, ...session }) });
  await screen.findByRole('heading', { name: 'Custom rules' });
  const sent = (name: string) => calls.filter((one) => one.name === name).map(({ input }) => input);
  return { sent };
};

const choose = async (text: string): Promise<void> => {
  const input = await screen.findByLabelText(/File with rules/);
  await userEvent.upload(input, new File([text], 'rules.yaml', { type: 'application/yaml' }));
};
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('rules are listed with their digest, whatever their titles contain', async () => {
  await open([{ ...acmeToken, title: '<b>Acme</b>\u202e' }]);
  const list = await screen.findByRole('table', { name: 'Custom rules' });
  expect(within(list).getByText('custom/acme-token')).toBeTruthy();
  expect(list.querySelector('b')).toBeNull();
  expect(list.textContent).not.toContain('\u202e');
  expect(screen.getByText('Digest')).toBeTruthy();
});

test('the details of a rule show what it matches and its examples, and it can be removed', async () => {
  const { sent } = await open([acmeToken, noVerification]);
  await screen.findByText('custom/acme-token');
  await click('Show custom/acme-token');
  expect(screen.getByText('acme_[a-z0-9]{16}')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Must match, 1' }).textContent).toContain('token = acme_');
  expect(screen.getByRole('region', { name: 'Must not match, 1' }).textContent).toContain('acme_short');
  await click('Remove custom/acme-token');
  expect(sent('change-rules')).toMatchObject([
    { headers: { 'If-Match': '"7"' }, body: { rules: [noVerification] } },
  ]);
});

test('a file shows what it changes, is tried on scans, and saved', async () => {
  const trial = {
    tried: 1,
    scans: [
      {
        scanId: 's1',
        repositoryId: 'r1',
        fullName: 'acme/shop',
        commitHash: 'c'.repeat(40),
        wouldFail: true,
        rules: [
          {
            rule: 'custom/new',
            severity: 'critical',
            findings: 3,
            places: [{ file: 'src/<i>.ts', line: 12 }],
          },
        ],
        gaps: [{ reason: 'files were not fetched', count: 2 }],
      },
    ],
    notLookedAt: [{ reason: 'time', scans: 1 }],
  };
  const { sent } = await open([acmeToken], { 'simulate-rules': () => trial });
  const rules = [{ ...acmeToken, id: 'new' }];
  await choose(JSON.stringify({ rules }));
  expect(await screen.findByText(/1 rule\./)).toBeTruthy();
  expect(screen.getByText('New').nextSibling?.textContent).toBe('new');
  expect(screen.getByText('Removed').nextSibling?.textContent).toBe('acme-token');
  await click('Try rules');
  const found = await screen.findByRole('table', { name: 'Findings in acme/shop' });
  expect(found.textContent).toContain('src/<i>.ts:12');
  expect(screen.getByText('would fail')).toBeTruthy();
  expect(screen.getByText(/files were not fetched/)).toBeTruthy();
  expect(screen.getByText(/not tried: time/)).toBeTruthy();
  expect(sent('simulate-rules')).toMatchObject([{ body: { rules, scans: 3 } }]);
  expect(sent('change-rules')).toEqual([]);
  await click('Save rules');
  expect(await screen.findByText(/Later scans use these rules/)).toBeTruthy();
  expect(sent('change-rules')).toMatchObject([{ headers: { 'If-Match': '"7"' }, body: { rules } }]);
});

test('an invalid file, and rules that are refused, say why', async () => {
  const errors = ['The rule a: no.', 'The rule b: no.'].map((detail) => ({
    pointer: '/rules/0',
    code: 'expression_unfit',
    detail,
  }));
  const refuse = () => {
    const status = 422;
    throw new ApiProblem(status, new Headers(), { status, code: 'validation_failed', title: 'No', errors });
  };
  await open([], { 'simulate-rules': refuse });
  await choose('rules: [');
  expect((await screen.findByRole('alert')).textContent).toContain('neither YAML nor JSON');
  expect(screen.queryByRole('button', { name: 'Try rules' })).toBeNull();
  await choose('rules: [{ id: a }, { id: b }]');
  await screen.findByText(/2 rules\./);
  await click('Try rules');
  const refused = await screen.findByRole('list', { name: 'Refused rules' });
  expect(refused.textContent).toContain('The rule b: no.');
});

test('without a complete policy rules can only be removed, and a member can only read them', async () => {
  await open([acmeToken], {}, { capabilities: [] });
  await screen.findByText('custom/acme-token');
  await click('Show custom/acme-token');
  expect(screen.getByRole('button', { name: 'Remove custom/acme-token' })).toBeTruthy();
  expect(screen.queryByLabelText(/File with rules/)).toBeNull();
});

test('a member has no button that changes anything', async () => {
  await open([acmeToken], {}, { role: 'member' });
  await screen.findByText('custom/acme-token');
  await click('Show custom/acme-token');
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  expect(screen.queryByLabelText(/File with rules/)).toBeNull();
});
