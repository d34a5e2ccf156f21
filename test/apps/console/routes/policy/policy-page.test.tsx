// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import PolicyPage from '@scangate/console/routes/policy/policy-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { policyView } from '@scangate/domain/policy/gate-view';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const gate = policyView(defaultPolicy);
const capabilities: Session['capabilities'] = ['policy_basic', 'policy_standard', 'policy_complete'];

beforeEach(() => sessionStorage.clear());

const problem = (status: number, code: string, errors: { pointer: string; detail: string }[] = []) =>
  new ApiProblem(status, new Headers(), {
    status,
    code,
    title: code,
    errors: errors.map((error) => ({ ...error, code: 'validation_failed' })),
  });

interface Service {
  session?: Partial<Session>;
  etag?: () => string;
}

const open = async (answers: Answers = {}, { session = {}, etag = () => '"1"' }: Service = {}) => {
  const calls: { name: string; input: unknown }[] = [];
  const all = {
    'get-gate': () => gate,
    'change-gate': () => gate,
    'get-rules': () => ({ rules: [] }),
    ...answers,
  };
  const client = clientOf(all, calls, () => ({ etag: etag() }));
  await renderPart(<PolicyPage />, { client, session: sessionOf({ capabilities, ...session }) });
  await screen.findByRole('heading', { name: 'Thresholds' });
  const sent = () => calls.filter(({ name }) => name === 'change-gate').map(({ input }) => input);
  return { sent };
};

const isOff = (name: string | RegExp, role = 'combobox') =>
  screen.getByRole(role, { name }).closest('fieldset')?.hasAttribute('disabled');

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save policy' }));

test('a host and a license exception are saved, and nothing else is sent', async () => {
  const { sent } = await open();
  await userEvent.type(screen.getByRole('textbox', { name: /Hosts that may/ }), 'npm.example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Add exception' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Package/ }), 'left-pad');
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'No longer shipped');
  await save();
  const body = {
    sourcePolicy: { allowedHosts: ['npm.example.com'] },
    licensePolicy: { exceptions: [{ package: 'left-pad', reason: 'No longer shipped' }] },
  };
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ body })]));
  expect(await screen.findByText(/Scans are judged by it from now on/)).toBeTruthy();
});

test('a refusal of the service is shown at its setting, which has the focus', async () => {
  const refusal = problem(422, 'validation_failed', [
    { pointer: '/sourcePolicy/allowedHosts/0', detail: 'A host is in lower case.' },
  ]);
  await open({
    'change-gate': () => {
      throw refusal;
    },
  });
  const field = screen.getByRole('textbox', { name: /Hosts that may/ });
  await userEvent.type(field, 'HTTPS://x');
  await save();
  expect(await screen.findByText('A host is in lower case.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a second save shows both versions by setting, and saves yours over theirs with their version', async () => {
  let current: object = gate;
  const answers = {
    'get-gate': () => current,
    'change-gate': () => {
      if (current !== gate) return current;
      current = { ...gate, maxWaiverDays: 30, licensePolicy: { ...gate.licensePolicy, deny: ['GPL-3.0'] } };
      throw problem(412, 'etag_mismatch');
    },
  };
  const { sent } = await open(answers, { etag: () => (current === gate ? '"1"' : '"2"') });
  const days = screen.getByRole('spinbutton', { name: /Maximum days of a waiver/ });
  await userEvent.clear(days);
  await userEvent.type(days, '60');
  await userEvent.type(screen.getByRole('textbox', { name: 'Accepted nevertheless' }), 'MIT');
  await save();
  const conflict = within(await screen.findByRole('table'));
  const rows = conflict.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toContain('Maximum days of a waiver6030');
  expect(rows).toContain('Also not acceptednot changedGPL-3.0');
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with yours' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({
    headers: { 'If-Match': '"2"' },
    body: { maxWaiverDays: 60, licensePolicy: { allow: ['MIT'] } },
  });
});

test('a host that is typed while a save is reloaded stays, and is sent by the next save only', async () => {
  const readBack = Promise.withResolvers<void>();
  let current: object = gate;
  const answers: Answers = {
    'get-gate': async () => {
      const body = current;
      if (current !== gate) await readBack.promise;
      return body;
    },
    'change-gate': () => {
      current = { ...gate, maxWaiverDays: 60 };
      return current;
    },
  };
  const { sent } = await open(answers, { etag: () => (current === gate ? '"1"' : '"2"') });
  const days = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Maximum days of a waiver/ });
  const hosts = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Hosts that may/ });
  fireEvent.change(days, { target: { value: '60' } });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.change(hosts, { target: { value: 'npm.example.com' } });
  readBack.resolve();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect([days.value, hosts.value, sent().length]).toEqual(['60', 'npm.example.com', 1]);
  await save();
  await screen.findByText(/Scans are judged by it from now on/);
  const body = { sourcePolicy: { allowedHosts: ['npm.example.com'] } };
  expect(sent()[1]).toMatchObject({ headers: { 'If-Match': '"2"' } });
  expect(sent()[1]).toHaveProperty('body', body);
});

test('a proposal names its requester', async () => {
  const proposal = { personId: 'p2', at: '2026-03-01T00:00:00.000Z' };
  await open({
    'get-gate': () => ({ ...gate, proposal }),
    'list-people': () => ({ items: [{ personId: 'p2', displayName: 'Grace' }] }),
  });
  expect(await screen.findByText('Grace')).toBeTruthy();
});

test('a member reads the policy, and has no button', async () => {
  await open({}, { session: { role: 'member' } });
  expect(screen.getByText(/Owners and admins change it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save policy' })).toBeNull();
  expect(isOff(/Hosts that may/, 'textbox')).toBe(true);
});

test('a plan without a level names it once, and leaves out its settings', async () => {
  await open({}, { session: { capabilities: ['policy_basic'] } });
  expect(document.querySelectorAll('[data-access="locked"]')).toHaveLength(2);
  expect([isOff('The gate fails at'), isOff(/An unknown severity/)]).toEqual([false, true]);
});
