import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { PageGate } from '@scangate/console/frame/page-gate.tsx';
import type { PageEntry } from '@scangate/console/routes/index.ts';
import type { Session } from '@scangate/console/session/session.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

const Webhooks = () => {
  useRead('list-webhooks');
  return <p>Webhooks of the organization</p>;
};

const entry: PageEntry = {
  path: 'webhooks',
  title: 'overview',
  capability: 'webhooks',
  roles: ['owner', 'admin'],
  load: async () => ({ default: Webhooks }),
};

const visit = async (session: Partial<Session>) => {
  const calls: { name: string; input: unknown }[] = [];
  await renderPart(
    <PageGate entry={entry}>
      <Webhooks />
    </PageGate>,
    { session: sessionOf(session), client: clientOf({}, calls) },
  );
  return calls;
};

describe('a page is shown to those whom its row of the table permits', () => {
  test('permitted', async () => {
    const calls = await visit({ capabilities: ['webhooks'] });
    expect(screen.getByText('Webhooks of the organization')).toBeTruthy();
    expect(calls.map(({ name }) => name)).toEqual(['list-webhooks']);
  });

  test('locked by the plan: a buyer may change it, and no request is sent', async () => {
    const calls = await visit({ plan: 'Starter' });
    expect(screen.getByText('Webhooks: not part of Starter')).toBeTruthy();
    expect(screen.getByText('Included in Team or Regulated.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change plan' })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  test('locked by the plan: an admin asks a buyer', async () => {
    const calls = await visit({ plan: 'Starter', role: 'admin' });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(/Ask an owner or a billing owner/)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  test('forbidden to the role: it says who may, and no request is sent', async () => {
    const calls = await visit({ role: 'member', capabilities: ['webhooks'] });
    expect(screen.getByText('You are Member. Ask an owner or an admin of your organization.')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});
