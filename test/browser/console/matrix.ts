import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { roles, type Role } from '@scangate/domain/identity/roles';
import { planNames, type PlanName } from '@scangate/domain/plans/plan-names';
import { plans } from '@scangate/domain/plans/plans';
import {
  newConsoleOrganization,
  openAs,
  consoleUrl,
  type ConsoleOrganization,
} from '#test/support/console/console-world.ts';
import { axeViolations } from '#test/support/console/visual-checks/axe.ts';
import { moveTo } from '#test/support/console/move-to.ts';
import { actsOf, isPermitted, type Caller } from '#test/support/console/page-actions.ts';
import { pageRows, pathOf, type PageRow } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type ApiCall, type Visit } from '#test/support/console/visit.ts';
import { isNightly, isSampled } from '#test/support/runs/samples.ts';

/** Each role on each plan opens every page: what is shown, and which requests are made. */

const rows = await pageRows();

const endpointOf = ({ method, path }: ApiCall) => {
  const segments = path.split('/');
  return (endpoints as readonly EndpointSpec[]).find((endpoint) => {
    const parts = endpoint.path.split('/');
    return (
      endpoint.method === method &&
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    );
  });
};

/** Whether the table of endpoints refuses a call. */
const isRefused = (call: ApiCall, role: Role): boolean => {
  const endpoint = endpointOf(call);
  if (!endpoint) return true;
  return endpoint.access === undefined && !endpoint.roles.includes(role);
};

interface Case {
  plan: PlanName;
  isClient: boolean;
  role: Role;
}

/** The state that a page must show, by the rules of its row. */
const expectedState = (
  { roles: permitted, capability, notForClients }: PageRow,
  { plan, isClient, role }: Case,
): string => {
  if (permitted && !permitted.includes(role)) return 'forbidden';
  if (notForClients === true && isClient) return 'managed-by-parent';
  if (capability !== undefined && !plans[plan].capabilities.includes(capability)) return 'locked';
  return 'permitted';
};

/** A page of which nothing is shown but the reason. A permitted page may have a panel that is locked. */
const shownState = ({ page }: Visit): Promise<string> =>
  page.evaluate(
    `document.querySelector('main header:has(h1) + div > [data-access]:only-child')?.dataset.access ?? 'permitted'`,
  );

const allCases: Case[] = planNames.flatMap((plan) =>
  [false, true].flatMap((isClient) => roles.map((role) => ({ plan, isClient, role }))),
);

/** Each role and each plan once, every other one as a client: `npm test` takes one of them, each night takes all cases. */
const isOnDiagonal = ({ plan, isClient, role }: Case): boolean => {
  const at = roles.indexOf(role);
  return planNames.indexOf(plan) === at && isClient === (at % 2 === 1);
};
const cases = isNightly
  ? allCases
  : allCases.filter(isOnDiagonal).filter((_case, index) => isSampled(index, 4));

const organizations = new Map<string, Promise<ConsoleOrganization>>();

const organizationOf = ({ plan, isClient }: Case): Promise<ConsoleOrganization> => {
  const key = `${plan} ${isClient}`;
  const make = async () => {
    const parent = isClient
      ? (await newConsoleOrganization({ plan, name: 'Parent' })).organizationId
      : undefined;
    return newConsoleOrganization({ plan, name: key, ...(parent !== undefined && { parent }) });
  };
  const found = organizations.get(key) ?? make();
  organizations.set(key, found);
  return found;
};

const callerOf = ({ plan }: ConsoleOrganization, role: Role): Caller => ({
  role,
  isClient: false,
  capabilities: plans[plan].capabilities,
});

/**
 * Whether a role is offered what the owner is: the service permits it, and it has the page. The role that
 * pays does not scan.
 */
const isOffered = (act: string, caller: Caller): boolean => {
  const [path, operation = ''] = act.split(': ');
  const row = rows.find((one) => one.path === path);
  if (row?.roles && !row.roles.includes(caller.role)) return false;
  const isScanning = ['create-scan', 'rejudge-scan', 'quote-history-scan'].includes(operation);
  return isPermitted(operation, caller) && !(isScanning && caller.role === 'billing');
};

/** Each page in each of its states is checked by axe once. */
const looked = new Set<string>();
const isNew = (state: string): boolean => looked.size < looked.add(state).size;

describe('every page', () => {
  test.concurrent.each(cases)(
    'for $role on $plan, client: $isClient: shows what the role and the plan permit, and requests and offers nothing else',
    async (given) => {
      const organization = await organizationOf(given);
      const visit = await openAs(organization, given.role);
      await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
      await settle(visit);
      const seen: [path: string, state: string, wrong: string[]][] = [];
      for (const row of rows) {
        const before = visit.calls.length;
        await moveTo(visit, organization.organizationId, pathOf(row));
        const calls = visit.calls.slice(before);
        const refused = calls.filter(
          (call) => [401, 402, 403].includes(call.status) || isRefused(call, given.role),
        );
        const caller = { ...given, capabilities: plans[given.plan].capabilities };
        const buttons = await actsOf(visit.page, row.path, caller);
        const state = await shownState(visit);
        seen.push([
          row.path,
          state,
          [
            ...refused.map(({ method, path, status }) => `${method} ${path} ${status}`),
            ...buttons.refused,
            ...buttons.unknown,
            ...(isNew(`${row.path} ${state}`) ? await axeViolations(visit.page, 'main') : []),
          ],
        ]);
      }
      await visit.close();
      expect(seen).toEqual(rows.map((row) => [row.path, expectedState(row, given), []]));
      expect(visit.problems).toEqual([]);
    },
    120_000,
  );

  const offeredTo = async (organization: SampleOrganization, role: Role) => {
    const visit = await openAs(organization, role);
    await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
    await settle(visit);
    const caller = callerOf(organization, role);
    const offered: string[] = [];
    const permitted = rows.filter((one) => expectedState(one, { ...caller, plan: 'Team' }) === 'permitted');
    for (const row of permitted.filter((one) => isSampled(rows.indexOf(one), 4))) {
      await moveTo(visit, organization.organizationId, pathOf(row, organization.parameters));
      const found = await actsOf(visit.page, row.path, caller);
      offered.push(...[...found.offered, ...found.refused].map((act) => `${row.path}: ${act}`));
    }
    await visit.close();
    return offered;
  };

  test('of an organization with scans offers each role what the owner is offered and the role may do', async () => {
    const organization = await sampleToLookAt();
    const others = isNightly ? roles.filter((role) => role !== 'owner') : (['member'] as const);
    const [owner = [], ...offered] = await Promise.all(
      (['owner', ...others] as const).map((role) => offeredTo(organization, role)),
    );
    // A quarter of the pages is checked each day, and some have few buttons.
    expect(owner.length).toBeGreaterThan(isNightly ? 10 : 2);
    const permitted = others.map((role) =>
      owner.filter((act) => isOffered(act, callerOf(organization, role))),
    );
    expect(offered).toEqual(permitted);
  }, 120_000);
});
